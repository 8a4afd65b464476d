"""Drives a real Chromium through the raw DevTools protocol: pens with pressure, tilt and twist, fingers
with sizes, keys, screenshots."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket

# A controller that a test holds: `pad.b[3] = 1`, `pad.axes[2] = .5`, `plug()`, `unplug()`.
FAKE_PAD = """(() => {
  let here = false;
  const pad = window.pad = { axes: [0, 0, 0, 0], b: Array(18).fill(0) };
  const read = () => ({ id: 'Test Controller (STANDARD GAMEPAD Vendor: 054c Product: 0ce6)', index: 0,
    connected: true, mapping: 'standard', timestamp: performance.now(), axes: [...pad.axes],
    buttons: pad.b.map((value) => ({ value, pressed: value > .5, touched: value > 0 })) });
  navigator.getGamepads = () => here ? [read(), null, null, null] : [null, null, null, null];
  window.plug = () => { here = true; };
  window.unplug = () => { here = false; };
})();"""


class Browser:
    """A Chromium of its own, headless unless a display is named."""

    def __init__(self, size=(1100, 760), display=None, extra=()):
        self.folder = tempfile.mkdtemp(prefix="fude-chromium-")
        head = [] if display else ["--headless=new"]
        self.process = subprocess.Popen(
            ["chromium", *head, "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--user-data-dir={self.folder}", "--no-first-run",
             f"--window-size={size[0]},{size[1]}", *extra, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **({"DISPLAY": display} if display else {})})
        port = self.folder + "/DevToolsActivePort"
        end = time.time() + 30
        while not (os.path.exists(port) and open(port).read().strip()):
            if time.time() > end or self.process.poll() is not None:
                raise RuntimeError("Chromium does not start")
            time.sleep(0.02)
        self.port = open(port).read().split()[0]

    def page(self):
        """A new tab."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        return Page(json.load(urllib.request.urlopen(request))["webSocketDebuggerUrl"])

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)


class Page:
    """One tab."""

    def __init__(self, address):
        self.socket = websocket.create_connection(address, timeout=30)
        self.number = 0
        self.events = []
        self.answers = {}
        self.send("Page.enable")
        self.send("Runtime.enable")

    def close(self):
        self.post("Page.close")
        self.socket.close()

    def post(self, method, **parameters):
        """Sends without waiting for the answer."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        return self.number

    def wait(self, number):
        while number not in self.answers:
            message = json.loads(self.socket.recv())
            if "id" in message:
                self.answers[message["id"]] = message
            elif "method" in message:
                self.events.append(message)
        message = self.answers.pop(number)
        if "error" in message:
            raise RuntimeError(json.dumps(message["error"]))
        return message["result"]

    def send(self, method, **parameters):
        return self.wait(self.post(method, **parameters))

    def js(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value")

    def until(self, expression, seconds=10):
        end = time.time() + seconds
        while True:
            value = self.js(expression)
            if value:
                return value
            if time.time() > end:
                raise AssertionError("never came true: " + expression)
            time.sleep(0.01)

    def open(self, address, ready="document.documentElement.dataset.ready === 'true'"):
        self.send("Page.navigate", url=address)
        self.until(f"document.readyState === 'complete' && ({ready})")

    def before(self, script):
        """Runs a script before any page's own."""
        self.send("Page.addScriptToEvaluateOnNewDocument", source=script)

    def problems(self):
        """What the page complained of since it was opened."""
        self.js("1")
        found = []
        for event in self.events:
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(event["params"])[:400])
            if event["method"] == "Runtime.consoleAPICalled" and event["params"]["type"] == "error":
                found.append(json.dumps(event["params"]["args"])[:400])
        return found

    def revive(self):
        """After a crash: the tab's target is still there and can be sent somewhere."""
        self.events.clear()

    # MARK: Input

    def pen(self, kind, x, y, wait=True, **more):
        buttons = {"mousePressed": 1, "mouseReleased": 0}.get(kind, more.pop("buttons", 1))
        call = dict(type=kind, x=x, y=y, pointerType="pen", button=more.pop("button", "left"),
                    buttons=buttons, clickCount=1, **more)
        number = self.post("Input.dispatchMouseEvent", **call)
        return self.wait(number) if wait else number

    def hover(self, x, y):
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, pointerType="pen",
                  button="none", buttons=0)

    def stroke(self, points, force=None, tilt=(0, 0)):
        """Draws with the pen; `force` gives each point's pressure."""
        for index, (x, y) in enumerate(points):
            share = index / max(1, len(points) - 1)
            self.pen("mousePressed" if index == 0 else "mouseMoved", x, y,
                     force=force(share) if force else 0.5, tiltX=tilt[0], tiltY=tilt[1])
        self.pen("mouseReleased", *points[-1], force=0)

    def touch(self, kind, points):
        """`points`: (id, x, y) or (id, x, y, radius)."""
        self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[
            dict(id=p[0], x=p[1], y=p[2], radiusX=p[3] if len(p) > 3 else 8,
                 radiusY=p[3] * 0.8 if len(p) > 3 else 7, force=0.5) for p in points])

    def mouse(self, kind, x, y, button="left", buttons=0):
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons, clickCount=1)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y, "none")
        self.mouse("mousePressed", x, y, buttons=1)
        self.mouse("mouseReleased", x, y)

    def press(self, selector):
        """Clicks the middle of an element."""
        box = self.js(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                      " return [b.left + b.width / 2, b.top + b.height / 2]; })()")
        self.click(*box)

    def key(self, key, modifiers=0):
        code = {"Escape": 27, "Delete": 46}.get(key, ord(key.upper()) if len(key) == 1 else 0)
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers,
                      windowsVirtualKeyCode=code)

    def screenshot(self, path):
        data = self.send("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
