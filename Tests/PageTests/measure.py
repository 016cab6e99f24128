"""Measures how long long pages take to be painted first, and each step. Not a test: times depend on the machine.

Run: PLAYHEAD_PAGES=FOLDER python3 Tests/PageTests/measure.py [NAME …]
"""

import statistics
import sys

from browser import PATIENCE, new_driver, pages
from selenium.webdriver.support.ui import WebDriverWait

# Twice the steps that are measured in each direction.
LEAST_ACTIONS = 400

STEPS = """
    const [start, distance] = arguments;
    const times = [];
    for (let i = 1; i <= 200; i++) {
      const begin = performance.now();
      playhead.selection.goToPlace(start + i * distance);
      // Has the browser lay out the page now.
      document.body.offsetHeight;
      times.push(performance.now() - begin);
    }
    return times;
"""


def main(names):
    driver = new_driver()
    try:
        for page in pages():
            if not names or page.stem in names:
                measure(driver, page)
    finally:
        driver.quit()


def measure(driver, page):
    driver.get(page.as_uri())
    ready = "return window.playhead !== undefined && playhead.session.isRead"
    WebDriverWait(driver, PATIENCE).until(lambda driver: driver.execute_script(ready))
    count = driver.execute_script("return playhead.session.actions.count")
    if count < LEAST_ACTIONS:
        return
    entry = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    paint = WebDriverWait(driver, PATIENCE).until(lambda driver: driver.execute_script(entry))
    times = []
    for start, distance in ((count // 2, 1), (count, -1)):
        driver.execute_script("playhead.selection.goToPlace(arguments[0])", start)
        times += driver.execute_script(STEPS, start, distance)
    p95 = statistics.quantiles(times, n=20)[18]
    print(f"{page.stem:12} {count:7} actions  first paint {paint:5.0f} ms  step {statistics.median(times):5.1f} ms, p95 {p95:5.1f} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
