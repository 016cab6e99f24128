"""Texts stand out from what is behind them, in light and in dark. The layout of the folder of pages is in browser.py."""

from browser import PageTestCase

# Every text that is seen, as [text, color, background], both as red, green and blue. Controls that cannot be used now
# are exempt from WCAG's rule. Backgrounds may be see-through, so each is laid over the one behind it.
SEEN_TEXTS = """
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const over = ([r, g, b, alpha = 1], behind) => [r, g, b].map((part, i) => part * alpha + behind[i] * (1 - alpha));
    const background = (element) => {
      if (element === null) return [255, 255, 255];
      return over(numbers(getComputedStyle(element).backgroundColor), background(element.parentElement));
    };
    const hasText = (element) => Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    return Array.from(document.querySelectorAll('body *'))
      .filter((element) => hasText(element) && element.checkVisibility({opacityProperty: true}) && !element.closest(':disabled'))
      .map((element) => {
        const behind = background(element);
        return [element.textContent, over(numbers(getComputedStyle(element).color), behind), behind];
      });
"""

# Of WCAG 2.2, level AA, for text of the usual size.
LEAST = 4.5


class Contrast(PageTestCase):
    def test_every_text_has_enough_contrast(self):
        for fact in ("failure", "leftOut", "noStates", "marks.length"):
            self.open_suitable(f"session.facts.{fact}")
            self.go_to(self.fact("last"))
            for scheme in ("light", "dark"):
                features = [{"name": "prefers-color-scheme", "value": scheme}]
                self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
                for button in ("tab-changes", "tab-value", "tab-view", "tab-action", "help-button"):
                    self.run_script("document.getElementById(arguments[0]).click()", button)
                    with self.subTest(fact, scheme=scheme, button=button):
                        self.assert_contrast(self.run_script(SEEN_TEXTS))
                self.run_script("document.getElementById('help-close').click()")

    def assert_contrast(self, texts):
        self.assertGreater(len(texts), 10)
        self.assertEqual([text for text, color, behind in texts if contrast(color, behind) < LEAST], [])


def contrast(one, other):
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color):
    """The relative luminance as WCAG defines it."""
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
