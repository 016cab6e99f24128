"""The page as a client of a server: a long log and one that grows. The server is fake-server.mjs, so no pages are needed."""

import os
import random
import statistics
import subprocess
import time

from selenium.webdriver.common.action_chains import ActionChains

from browser import PageTestCase, new_driver
from measure import resident_size

# The length of the long log, which has more rows than an element may be high. 'tools/soak page' takes 10,000,000.
LONG = int(os.environ.get("PLAYHEAD_LONG", 1_000_000))

GO = """
    const done = arguments[1];
    const begin = performance.now();
    playhead.goTo(arguments[0]);
    const look = () => {
      playhead.draw();
      const {session, selection} = playhead;
      const isThere = typeof selection.action === 'object' && typeof session.state(selection.step) === 'object';
      if (isThere) done(performance.now() - begin); else setTimeout(look, 1);
    };
    look();
"""


class Server(PageTestCase):
    @classmethod
    def setUpClass(cls):
        cls.driver = new_driver()
        cls.addClassCleanup(cls.driver.quit)

    def serve(self, *words):
        """Starts a server and opens its page."""
        server = subprocess.Popen(
            ["node", os.path.join(os.path.dirname(__file__), "fake-server.mjs"), *map(str, words)],
            stdout=subprocess.PIPE, text=True,
        )
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.terminate)
        metrics = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(server.stdout.readline().strip())
        self.wait("return window.playhead !== undefined")

    def rows(self):
        return self.run_script("return Array.from(document.querySelectorAll('#action-rows .action .step'), (cell) => Number(cell.textContent))")

    def test_a_log_of_any_length_is_shown(self):
        self.serve(LONG)
        paint = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        self.wait(paint)
        print(f"\nfirst paint after {self.run_script(paint):.0f} ms", flush=True)
        self.assertEqual(self.step(), LONG)
        chance = random.Random(1)
        times = [self.driver.execute_async_script(GO, chance.randint(4011, LONG)) for _ in range(60)]
        p50, p95 = (statistics.quantiles(times, n=100)[percent - 1] for percent in (50, 95))
        print(f"jumps p50 {p50:.0f} ms, p95 {p95:.0f} ms", flush=True)
        self.scrolls_to_any_row()
        self.assert_no_errors()
        memory = resident_size(self.driver)
        if memory:
            print(f"the page's process has {memory / 1e6:.0f} MB", flush=True)

    def scrolls_to_any_row(self):
        list_top = "document.getElementById('action-rows').scrollTop"
        self.go_to(1)
        self.wait("return document.querySelector('#action-rows [aria-selected=true] .payload') !== null")
        # A turn of the wheel scrolls by as many pixels as in a short list.
        self.run_script(f"{list_top} += 240")
        self.wait("return document.querySelectorAll('#action-rows .action .payload').length > 20")
        self.assertIn(12, self.rows())
        # The scroll bar goes to the same share of the log.
        self.run_script(f"{list_top} = (document.querySelector('#action-rows .row-space').offsetHeight - document.getElementById('action-rows').clientHeight) / 2")
        self.wait(f"return Math.abs(Number(document.querySelector('#action-rows .action .step')?.textContent) - {LONG} / 2) < {LONG} / 100")
        self.run_script(f"{list_top} = 1e9")
        self.wait(f"return Array.from(document.querySelectorAll('#action-rows .action .step')).some((cell) => cell.textContent === '{LONG}')")
        for step in (LONG // 3, LONG // 3 + 1, 50, LONG - 1):
            self.go_to(step)
            self.wait("return Number(document.querySelector('#action-rows [aria-selected=true] .step')?.textContent) === arguments[0]", step)
            box = self.run_script("""
                const list = document.getElementById('action-rows').getBoundingClientRect();
                const row = document.querySelector('#action-rows [aria-selected=true]').getBoundingClientRect();
                return [row.top - list.top, list.bottom - row.bottom];
            """)
            self.assertGreaterEqual(min(box), -1, f"step {step} is out of view")

    def test_a_log_that_grows_is_followed(self):
        self.serve(5_000, 1_000)
        self.wait("return playhead.session.actions.count > 7000")
        self.assertTrue(self.run_script("return playhead.selection.isFollowing"))
        self.wait("return Array.from(document.querySelectorAll('#action-rows .action .payload')).length > 5")
        self.assertEqual(self.find("#follow").get_attribute("aria-pressed"), "true")
        self.press("k")
        step = self.step()
        time.sleep(0.5)
        self.assertEqual(self.step(), step)
        self.press("f")
        self.wait("return playhead.selection.step > arguments[0] + 100", step)
        count, last = self.run_script("return [playhead.session.actions.count, playhead.session.last]")
        # Ten steps are missing from the beginning.
        self.assertEqual(count, last - 10)
        self.assert_no_errors()

    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def test_a_search_marks_rows_and_timeline(self):
        self.serve(100_000)
        self.press("/")
        self.press("word 42")
        self.wait("return document.getElementById('action-count').textContent === '1,000 of 99,990'")
        hits = self.run_script("return Array.from(document.querySelectorAll('#action-rows .hit'), (hit) => hit.textContent)")
        self.assertEqual(set(hits), {"word 42"})
