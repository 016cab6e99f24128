"""Makes the picture of a running app beside its page, for the README.

Run:  PLAYHEAD=FILE python3 Tests/PageTests/live_picture.py
Needs: tmux and what browser.py needs.
"""

import base64
import html
import pathlib
import time

import test_live

PICTURE = pathlib.Path(__file__).resolve().parents[2] / "Sources/PlayheadPage/PlayheadPage.docc/Resources/live.png"

LINES = ["like 2", "like 3", "more", "buy mug 2", "unlike 2", "server fail 1", "like 4"]

# The terminal as text, the page as a picture.
BESIDE = """<body style="margin:0;display:flex;background:#e9ebef;padding:16px;gap:16px;align-items:start">
<pre style="flex:0 0 33rem;height:{height}px;box-sizing:border-box;margin:0;padding:16px;border-radius:8px;overflow:hidden;
background:#1b1e24;color:#dfe3ea;font:15px/1.45 'DejaVu Sans Mono',monospace">{text}</pre>
<img style="width:1080px;border-radius:8px" src="data:image/png;base64,{page}">"""


class Picture(test_live.Live):
    def runTest(self):
        self.begin("feed")
        self.type("wait")
        time.sleep(1)
        for line in LINES:
            self.type(line)
            time.sleep(0.7)
        time.sleep(1)
        self.go_to(8)
        self.press("Show this step in the app")
        self.until(lambda: "this is the state of step 8" in self.screen())
        self.type("like 5")
        self.until(lambda: "refused" in self.bar())
        self.run_script("playhead.selection.select(['feed', 'timeline'])")
        time.sleep(1)
        page = base64.b64encode(self.driver.get_screenshot_as_png()).decode()
        lines = self.screen().rstrip().splitlines()[-29:]
        document = BESIDE.format(height=675, text=html.escape("\n".join(lines)), page=page)
        data = base64.b64encode(document.encode()).decode()
        metrics = {"width": 1670, "height": 708, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.get(f"data:text/html;charset=utf-8;base64,{data}")
        time.sleep(1)
        PICTURE.write_bytes(self.driver.get_screenshot_as_png())


def main():
    Picture.setUpClass()
    picture = Picture()
    try:
        picture.runTest()
    finally:
        picture.doCleanups()
        Picture.doClassCleanups()


if __name__ == "__main__":
    main()
