"""Runs the surface's tests in a Chromium:  run.py FUDE [words of a test's name]"""
import subprocess
import sys
import time
import traceback

import scenario_tests  # noqa: F401 - adds its tests
import server_tests  # noqa: F401
import surface_tests
from devtools import FAKE_PAD, Browser


def main():
    command, words = sys.argv[1], sys.argv[2:]
    surface_tests.COMMAND = command
    server = subprocess.Popen([command, "draw", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
    try:
        first = server.stderr.readline()
        if not first.startswith("drawing at "):
            print("fude draw says: " + first.strip())
            return 1
        return run(first.split()[2], words)
    finally:
        server.terminate()
        server.wait(10)


def run(url, words):
    browser = Browser()
    failed = 0
    chosen = [t for t in surface_tests.TESTS if not words or any(word in t.__name__ for word in words)]
    start = time.time()
    try:
        for test in chosen:
            # A tab each: touches sent to a tab that once saw a pinch do not arrive any more.
            page = browser.page()
            page.before(FAKE_PAD)
            page.before(
                "addEventListener('pointerdown', (e) => { if (e.pointerType === 'pen') window.lastPen = e.pointerId; }, true)")
            page.send("Storage.clearDataForOrigin", origin=url.rstrip("/"), storageTypes="all")
            page.send("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
            began = time.time()
            try:
                page.open(url)
                test(page, url)
                problems = page.problems()
                assert not problems, problems
                print(f"ok    {test.__doc__}  ({time.time() - began:.1f} s)")
            except Exception:
                failed += 1
                print(f"FAIL  {test.__doc__}\n{traceback.format_exc(limit=-2)}")
            page.close()
            sys.stdout.flush()
    finally:
        browser.close()
    print(f"browser: {len(chosen) - failed} of {len(chosen)} in {time.time() - start:.0f} s")
    return 1 if failed else 0


sys.exit(main())
