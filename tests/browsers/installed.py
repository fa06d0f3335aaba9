"""The browsers of this system.

A test that needs one is marked ``browser``: Chromium, or the one that the mark names.
`tests/conftest.py` skips such tests without it.
"""

import shutil

# Each program that a browser needs, by the names that it may have, and what installs them. Debian's
# headless shell is the first: its own process takes half of the time.
PROGRAMS: dict[str, list[tuple[str, ...]]] = {
    "chromium": [("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")],
    "firefox": [("firefox-esr", "firefox")],
    "webkit": [("WebKitWebDriver",), ("Xvfb",)],
}
PACKAGES = {
    "chromium": "chromium",
    "firefox": "firefox-esr",
    "webkit": "webkit2gtk-driver xvfb",
}


def programs(browser: str) -> list[str]:
    """Return the path of each program that a browser needs, "" for one that is missing."""
    return [next(filter(None, map(shutil.which, names)), "") for names in PROGRAMS[browser]]


def why_no_browser(browser: str = "chromium") -> str:
    """Return why tests in a browser cannot run, or ""."""
    if all(programs(browser)):
        return ""
    return f"there is no {browser} on this machine: apt-get install {PACKAGES[browser]}"
