"""A headless Chromium that is driven through a pipe, by the DevTools protocol."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PATIENCE = 60  # seconds that one answer may take


def find_chromium():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One window, which shows pages from files: `with Browser(...) as browser`."""

    def __init__(self, chromium):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.write_end = os.pipe()
        self.read_end, answers = os.pipe()
        # Chromium reads commands from descriptor 3 and writes answers to descriptor 4.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{commands} 4>&{answers}', "sh", chromium, "--headless",
             "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--allow-file-access-from-files", f"--user-data-dir={self.profile.name}"],
            pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.received, self.session, self.last = b"", None, 0
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        self.profile.cleanup()

    def receive(self):
        """The next message: an answer, or an event."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.received:
            if not select.select([self.read_end], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.read_end, 1 << 20)
            if not data:
                raise ConnectionError("the browser has ended")
            self.received += data
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        request = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        while True:
            message = self.receive()
            if message.get("id") == self.last:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.events.append(message.get("method"))

    def window(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 768)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, path, anchor=""):
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri() + anchor)
        while "Page.loadEventFired" not in self.events:
            self.events.append(self.receive().get("method"))

    def run(self, expression):
        """The value of an expression of JavaScript; a promise is waited for."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"].get("description", "?"))
        return result["result"].get("value")

    def wait(self, condition):
        """Waits until an expression of JavaScript is true; says whether it became so."""
        return self.run("(async () => { for (let i = 0; i < 200; i++) {"
                        f"  if ({condition}) return true;"
                        "  await new Promise(done => setTimeout(done, 25)); } return false; })()")

    def type(self, text):
        self.call("Input.insertText", text=text)

    def press(self, key, code=0):
        """A key by its name, or a character."""
        text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code, **(text if kind == "keyDown" else {}))

    def screen(self, path):
        data = self.call("Page.captureScreenshot", format="webp", quality=60)["data"]
        path.write_bytes(base64.b64decode(data))
