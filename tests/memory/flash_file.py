"""Non-volatile memory in a file, which survives an interpreter and is not part of its heap.

Decides nothing.  Keeps to the device's subset, because it runs there.
"""


class Flash:
    """The memory of a device beside its heap; the file must exist and have its length."""

    def __init__(self, path: str):
        self._file = open(path, "r+b")  # noqa: SIM115

    def __len__(self):
        return 4096

    def __getitem__(self, key):
        if isinstance(key, int):
            return self[key : key + 1][0]
        start = key.start or 0
        self._file.seek(start)
        return self._file.read((len(self) if key.stop is None else key.stop) - start)

    def __setitem__(self, key, data):
        self._file.seek(key.start or 0)
        self._file.write(data)

    def close(self):
        self._file.close()
