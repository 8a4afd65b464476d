"""The surface in Firefox and WebKit, where they are installed: it loads, and touch or mouse draw:
other_browsers.py FUDE"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import websocket

STATE = "JSON.stringify({ strokes: Engine.state(0).strokes, alert: document.getElementById('alert').textContent, " \
        "lacks: Input.lacks() })"
READY = "document.documentElement.dataset.ready === 'true'"
POINTS = [(200 + 12 * index, 260 + (index % 5) * 6) for index in range(20)]


def actions(kind, **more):
    steps = [{"type": "pointerMove", "duration": 0, "x": POINTS[0][0], "y": POINTS[0][1]},
             {"type": "pointerDown", "button": 0, **more}]
    steps += [{"type": "pointerMove", "duration": 12, "x": x, "y": y, **more} for x, y in POINTS[1:]]
    return [{"type": "pointer", "id": kind, "parameters": {"pointerType": kind},
             "actions": steps + [{"type": "pointerUp", "button": 0}]}]


def check(name, evaluate, perform, kinds):
    end = time.time() + 30
    while not evaluate(READY):
        assert time.time() < end, f"{name}: the page is never ready"
        time.sleep(0.05)
    for number, kind in enumerate(kinds, 1):
        perform(actions(kind))
        end = time.time() + 5
        while json.loads(evaluate(STATE))["strokes"] < number:
            assert time.time() < end, f"{name}: a {kind} does not draw: {evaluate(STATE)}"
            time.sleep(0.05)
    seen = json.loads(evaluate(STATE))
    assert not seen["alert"], seen
    print(f"ok    {name} loads, and {' and '.join(kinds)} draw; it lacks: {'; '.join(seen['lacks']) or 'nothing'}")


def firefox(url):
    if not shutil.which("firefox-esr"):
        print("firefox: skipped: it is not installed (firefox-esr)")
        return
    profile = tempfile.mkdtemp(prefix="fude-firefox-")
    process = subprocess.Popen(["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
                               stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        address = next(line.split("on ")[-1].strip() for line in process.stderr if "WebDriver BiDi listening" in line)
        socket = websocket.create_connection(address + "/session", timeout=40, suppress_origin=True)
        count = [0]

        def send(method, **parameters):
            count[0] += 1
            socket.send(json.dumps({"id": count[0], "method": method, "params": parameters}))
            while True:
                answer = json.loads(socket.recv())
                if answer.get("id") == count[0]:
                    assert answer.get("type") != "error", answer
                    return answer["result"]

        send("session.new", capabilities={})
        context = send("browsingContext.getTree")["contexts"][0]["context"]
        send("browsingContext.navigate", context=context, url=url, wait="complete")

        def evaluate(expression):
            return send("script.evaluate", expression=expression, target={"context": context}, awaitPromise=True)["result"].get("value")

        check("Firefox", evaluate, lambda steps: send("input.performActions", context=context, actions=steps), ["touch", "mouse"])
    finally:
        process.terminate()
        process.wait(10)
        shutil.rmtree(profile, ignore_errors=True)


def webkit(url):
    browser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
    if not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb") and os.path.exists(browser)):
        print("webkit: skipped: it is not installed (webkit2gtk-driver, xvfb)")
        return
    screen = subprocess.Popen(["Xvfb", ":89", "-screen", "0", "1000x800x24"], stderr=subprocess.DEVNULL)
    driver = subprocess.Popen(
        ["WebKitWebDriver", "--port=4517"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "DISPLAY": ":89", "LIBGL_ALWAYS_SOFTWARE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
             "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"})

    def call(method, path, body=None):
        request = urllib.request.Request("http://127.0.0.1:4517" + path, method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            return json.load(urllib.request.urlopen(request, timeout=60))["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:300]) from None

    try:
        end = time.time() + 15
        while True:
            try:
                session = call("POST", "/session", {"capabilities": {"alwaysMatch": {
                    "webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}}})
                break
            except urllib.error.URLError:
                assert time.time() < end, "WebKitWebDriver does not answer"
                time.sleep(0.1)
        path = "/session/" + session["sessionId"]
        call("POST", path + "/url", {"url": url})
        check("WebKit", lambda e: call("POST", path + "/execute/sync", {"script": "return " + e, "args": []}),
              lambda steps: call("POST", path + "/actions", {"actions": steps}), ["mouse"])
        call("DELETE", path)
    finally:
        driver.terminate()
        screen.terminate()
        driver.wait(10)
        screen.wait(10)


def main():
    server = subprocess.Popen([sys.argv[1], "draw", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
    url = server.stderr.readline().split()[2]
    try:
        firefox(url)
        webkit(url)
    finally:
        server.terminate()
        server.wait(10)


main()
