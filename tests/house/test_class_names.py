"""The name of a class means one thing in the whole tree."""

import re
from collections import defaultdict

from tests.sources import ALL_FILES, ROOT

# The two ends of the link have these under one name: a port, the panel, the snapshot.
BOTH_ENDS = {"Port", "Panel", "Snapshot"}
DEFINED = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)


def test_no_two_classes_share_a_name() -> None:
    files = defaultdict(list)
    for path in (*ALL_FILES, *(ROOT / "hardware").rglob("*.py")):
        for name in DEFINED.findall(path.read_text()):
            files[name].append(str(path.relative_to(ROOT)))
    assert {"Viewer", "Journal", *BOTH_ENDS} <= set(files)
    twins = {name: paths for name, paths in files.items() if len(paths) > 1}
    assert set(twins) == BOTH_ENDS, twins
