"""Measures long pages in a headless Chromium. Not a test: times depend on the machine.

Run: PLAYHEAD_PAGES=FOLDER .build/page-python/bin/python Tests/PageTests/measure.py [NAME …]

'make_pages.py --long' makes the pages, and 'tools/soak page' does both. What is aimed at, on a machine that is idle: 2 MB
for 10,000 actions of the feed and 10 MB for 50,000 steps of an editing session; first paint within 1 s; a step forward, or
to any other place, within a frame, which is 16 ms.
"""

import pathlib
import random
import statistics
import sys

from browser import PATIENCE, new_driver, pages
from selenium.webdriver.support.ui import WebDriverWait

# Twice the steps that are measured in each direction.
LEAST_ACTIONS = 400
STEPS = 200
# Opening is measured so often; the median counts.
OPENINGS = 5

# Goes to places, one after the other, and has the browser lay out the page at each of them.
GO = """
    return arguments[0].map((place) => {
      const begin = performance.now();
      playhead.selection.goToPlace(place);
      playhead.draw();
      document.body.offsetHeight;
      return performance.now() - begin;
    });
"""


def main(names):
    for page in pages():
        if not names or page.stem in names:
            driver = new_driver()
            try:
                measure(driver, page)
            finally:
                driver.quit()


def measure(driver, page):
    opened = [open_page(driver, page) for _ in range(OPENINGS)]
    count = driver.execute_script("return playhead.session.actions.count")
    if count < LEAST_ACTIONS:
        return
    paint, ready = (statistics.median(times) for times in zip(*opened))
    heap = heap_size(driver)
    middle = count // 2
    chance = random.Random(1)
    walks = {
        "forward": range(middle, middle + STEPS),
        "back": range(count, count - STEPS, -1),
        "jumps": [chance.randint(0, count) for _ in range(STEPS)],
    }
    print(f"{page.stem}: {count:,} actions, {page.stat().st_size / 1e6:.2f} MB")
    print(f"  first paint {paint:.0f} ms, all actions read {ready:.0f} ms")
    for name, places in walks.items():
        # What it takes to get to the first place is no step.
        first, *others = places
        driver.execute_script(GO, [first])
        times = sorted(driver.execute_script(GO, others))
        p50, p95 = (statistics.quantiles(times, n=100)[percent - 1] for percent in (50, 95))
        print(f"  {name:8} p50 {p50:5.1f} ms, p95 {p95:5.1f} ms, longest {times[-1]:5.1f} ms")
    print(f"  in use {heap / 1e6:.1f} MB when opened, {heap_size(driver) / 1e6:.1f} MB after these steps")
    resident = resident_size(driver)
    if resident:
        print(f"  the page's process has {resident / 1e6:.0f} MB", flush=True)


def open_page(driver, page):
    """Milliseconds until something is seen, and until all actions are there."""
    driver.get("about:blank")
    driver.get(page.as_uri())
    ready = "return window.playhead?.session.isRead && performance.now()"
    ready = WebDriverWait(driver, PATIENCE, 0.01).until(lambda driver: driver.execute_script(ready))
    paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    return WebDriverWait(driver, PATIENCE).until(lambda driver: driver.execute_script(paint)), ready


def heap_size(driver):
    """What JavaScript and the page's elements have in memory, without what nothing refers to."""
    driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    usage = driver.execute_cdp_cmd("Runtime.getHeapUsage", {})
    # Chromium counts values, elements and buffers apart.
    return usage["usedSize"] + usage["embedderHeapUsedSize"] + usage["backingStorageSize"]


def resident_size(driver):
    """The memory of the process that shows the page; None where /proc does not tell."""
    sizes = [size for number in descendants(driver.service.process.pid) if (size := renderer_size(number))]
    return max(sizes, default=None)


def descendants(number):
    for file in pathlib.Path(f"/proc/{number}/task").glob("*/children"):
        for child in file.read_text().split():
            yield child
            yield from descendants(child)


def renderer_size(number):
    process = pathlib.Path(f"/proc/{number}")
    if b"--type=renderer" not in (process / "cmdline").read_bytes():
        return None
    lines = (process / "status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:"))


if __name__ == "__main__":
    main(sys.argv[1:])
