"""A headless Chromium for the tests of the report. Where there is none, the tests that need it skip and say so."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,900",
)


def find(*names: str) -> str | None:
    """The first of these programs that is installed."""
    return next((path for name in names if (path := shutil.which(name))), None)


def started() -> Iterator[Any]:
    """A browser that is closed in the end; at home with no network, since a report needs none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="no selenium: pip install tilewhy[test]")
    chromium, driver = find("chromium", "chromium-browser", "google-chrome"), find("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("no Chromium with its driver (Debian: apt-get install chromium chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with tempfile.TemporaryDirectory() as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        browser.set_script_timeout(60)
        try:
            yield browser
        finally:
            browser.quit()


def flat(element: Any) -> str:
    """The text of an element on one line."""
    return " ".join(element.text.split())


class Page:
    """An open report."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser

    def open(self, file: Path, fragment: str = "") -> None:
        """Open a report from disk, at a state, and wait until it is there."""
        self.browser.get("about:blank")  # a change of the fragment alone would load nothing
        self.browser.get(f"{file.as_uri()}#{fragment}")
        self.wait("return !!window.tilewhy")

    def wait(self, script: str) -> None:
        """Wait until a script returns something true."""
        from selenium.webdriver.support.ui import WebDriverWait

        WebDriverWait(self.browser, 30).until(lambda browser: browser.execute_script(script))

    def run(self, script: str, *arguments: object) -> Any:
        """What a script returns."""
        return self.browser.execute_script(script, *arguments)

    def one(self, selector: str) -> Any:
        """The element of this CSS selector."""
        from selenium.webdriver.common.by import By

        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[Any]:
        """Every element of this CSS selector."""
        from selenium.webdriver.common.by import By

        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, wherever the focus is."""
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def button(self, text: str) -> Any:
        """The button of this text."""
        return next(each for each in self.all("button") if each.text == text)

    @property
    def panel(self) -> str:
        """The text of the panel that is shown, on one line."""
        return flat(self.one(".panel:not([hidden])"))

    @property
    def problems(self) -> list[str]:
        """What the page has complained about since this was last asked."""
        return [entry["message"] for entry in self.browser.get_log("browser")]
