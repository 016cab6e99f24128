"""Makes pictures of sessions' pages: to be looked at, and for the documentation.

Run:  PLAYHEAD=FILE python3 Tests/PageTests/pictures.py FOLDER
Needs: the tool, in PLAYHEAD or in PATH, and what browser.py needs.

FOLDER gets a picture of each moment in each look, as MOMENT-LOOK.png. Two of them go into the documentation as well.
"""

import base64
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import PATIENCE, new_driver
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("PLAYHEAD", "playhead")

# The session under 'fixtures', the place in it, and the tabs that are shown: on narrow screens, and of the details.
MOMENTS = {
    "letter": ("text-editor/letter", "#step=126&path=statistics.words", "details-panel", "value-view"),
    "issues": ("annotations/issues", "#step=27&path=sheets.selected", "state-panel", "action-view"),
    "compared": ("annotations/issues", "#step=40&from=30", "details-panel", "changes-view"),
    "likes": ("feed/likes", "#step=17", "actions-panel", "changes-view"),
    "sheet": ("annotations/issues", "#step=27", "details-panel", "app-view"),
    "film": ("clip-editor/edit", "#step=20", "details-panel", "app-view"),
    "cover": ("clip-editor/cover", "#step=20", "details-panel", "app-view"),
    "routes": ("item-list/routes", "#step=13", "state-panel", "changes-view"),
}

# Width and height, and the scheme of colors.
LOOKS = {
    "light": (1440, 900, "light"),
    "dark": (1440, 900, "dark"),
    "small": (1024, 700, "light"),
    "narrow": (400, 800, "light"),
    "narrow-dark": (400, 800, "dark"),
}

DOCUMENTATION = ROOT / "Sources/PlayheadPage/PlayheadPage.docc/Resources"
DOCUMENTED = {("letter", "light"): "page.png", ("issues", "narrow-dark"): "page-narrow.png"}


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    DOCUMENTATION.mkdir(exist_ok=True)
    driver = new_driver()
    try:
        with tempfile.TemporaryDirectory() as pages:
            for moment, (session, *place) in MOMENTS.items():
                page = page_of(session, pathlib.Path(pages) / f"{moment}.html")
                for look in LOOKS:
                    picture = picture_of(driver, page, place, LOOKS[look])
                    (folder / f"{moment}-{look}.png").write_bytes(picture)
                    if (moment, look) in DOCUMENTED:
                        (DOCUMENTATION / DOCUMENTED[moment, look]).write_bytes(picture)
    finally:
        driver.quit()


def page_of(session, page):
    log = f"{session}.playhead"
    subprocess.run([TOOL, "page", log, "-o", page], cwd=ROOT / "fixtures", check=True, stdout=subprocess.DEVNULL)
    return page


def picture_of(driver, page, place, look):
    link, panel, details = place
    width, height, scheme = look
    command = driver.execute_cdp_cmd
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    command("Emulation.setDeviceMetricsOverride", metrics)
    command("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    # From another page, because a link within the page would not load it again.
    driver.get("about:blank")
    driver.get(page.as_uri() + link)
    wait(driver, "return window.playhead !== undefined && playhead.session.isRead")
    for tab in (panel, details):
        # In a wide window the app has a panel instead of a tab.
        driver.execute_script("document.querySelector(`[role=tab][aria-controls=${arguments[0]}]:not([hidden])`)?.click()", tab)
    # Long enough for the histories of these sessions.
    driver.execute_async_script("setTimeout(arguments[0], 300)")
    return base64.b64decode(command("Page.captureScreenshot", {"format": "png"})["data"])


def wait(driver, script):
    WebDriverWait(driver, PATIENCE, 0.02).until(lambda driver: driver.execute_script(script))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("say 'pictures.py FOLDER'")
    main(pathlib.Path(sys.argv[1]))
