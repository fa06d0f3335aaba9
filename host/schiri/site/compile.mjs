// Compiles two Python archives in place, with the Python that will read them:
// node compile.mjs PYODIDE LIBRARY PACKAGES. The standard input is the code that a start runs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [, program, pyodide, library, packages] = process.argv;
const { loadPyodide } = await import(pyodide);
const python = await loadPyodide({ indexURL: dirname(pyodide), stdLibURL: library, fullStdLib: false });
const bytes = (path) => new Uint8Array(readFileSync(path));
python.unpackArchive(bytes(packages), "zip", { extractDir: "/schiri" });
python.runPython(readFileSync(0, "utf8"));
python.runPython(readFileSync(join(dirname(program), "compiling.py"), "utf8"));
const compiled = python.globals.get("compiled");
for (const path of [library, packages]) writeFileSync(path, compiled(python.toPy(bytes(path))).toJs());
