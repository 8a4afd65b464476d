"""`fude draw` as a process: its options, its death, strangers at its door."""
import http.client
import os
import signal
import socket
import ssl
import stat
import subprocess
import tempfile
import time

import surface_tests
from surface_tests import has, line, pixels, test


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Draw:
    """A `fude draw` of one's own."""

    def __init__(self, *words, path=None, home=None):
        environment = dict(os.environ)
        if path:
            environment["PATH"] = path + ":" + environment["PATH"]
        if home:
            environment["XDG_DATA_HOME"] = home
        self.process = subprocess.Popen([surface_tests.COMMAND, "draw", *words], stderr=subprocess.PIPE,
                                        text=True, env=environment)
        self.said = []

    def says(self):
        self.said.append(self.process.stderr.readline().strip())
        return self.said[-1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(10)


def ask(port, request):
    """What the server answers to bytes; the first line."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as one:
        one.sendall(request)
        answer = b""
        while b"\r\n" not in answer:
            part = one.recv(4096)
            if not part:
                break
            answer += part
        return answer.split(b"\r\n")[0].decode("latin1")


@test
def server_dies(page, url):
    """The server is killed while somebody draws: the line goes on, and after a restart all of it is there"""
    port = str(free_port())
    first = Draw("--no-open", "--port", port)
    own = first.says().split()[2]
    page.open(own)
    page.stroke(line(200, 200))
    page.pen("mousePressed", 200, 300, force=0.5)
    first.process.send_signal(signal.SIGKILL)
    first.process.wait(10)
    for x in range(205, 300, 5):
        page.pen("mouseMoved", x, 300, force=0.5)
    page.pen("mouseReleased", 300, 300, force=0)
    has(page, 2)
    page.stroke(line(200, 400))
    has(page, 3)
    before = pixels(page)
    page.until("Store.pending === 0")
    with Draw("--no-open", "--port", port) as second:
        assert second.says().split()[2] == own
        page.open(own)
        has(page, 3)
        assert pixels(page) == before
        page.stroke(line(200, 500))
        has(page, 4)
        page.js("Store.remove(Surface.drawing.id)")


@test
def once(page, url):
    """--once ends when the page is closed, and outlives a reload"""
    with Draw("--no-open", "--once", "--port", "0") as draw:
        own = draw.says().split()[2]
        page.open(own)
        time.sleep(1)
        page.open(own)
        page.stroke(line(200, 200))
        has(page, 1)
        time.sleep(4)
        assert draw.process.poll() is None, "it ended under a page that is open"
        page.send("Page.navigate", url="about:blank")
        assert draw.process.wait(15) == 0


@test
def port_and_opener(page, url):
    """--port is the port; a taken one is exit status 69 with a hint; --no-open opens nothing, without it the browser is opened"""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        opener = folder + "/xdg-open"
        with open(opener, "w") as file:
            file.write(f"#!/bin/sh\necho \"$1\" >> {folder}/opened\n")
        os.chmod(opener, stat.S_IRWXU)
        with Draw("--no-open", "--port", str(port), path=folder) as draw:
            assert draw.says().split()[2] == f"http://127.0.0.1:{port}/", draw.said
            with Draw("--no-open", "--port", str(port)) as other:
                assert other.process.wait(10) == 69
                assert "--port" in other.process.stderr.read()
            time.sleep(0.5)
            assert not os.path.exists(folder + "/opened")
        with Draw("--port", str(port), path=folder) as draw:
            draw.says()
            end = time.time() + 10
            while not os.path.exists(folder + "/opened"):
                assert time.time() < end, "the browser was not opened"
                time.sleep(0.05)
            assert open(folder + "/opened").read() == f"http://127.0.0.1:{port}/\n"
        with Draw("--port", "99999") as draw:
            assert draw.process.wait(10) == 64


@test
def strange_paths(page, url):
    """No path leads out of the page: each is 400 or 404, and the server goes on"""
    port = int(url.split(":")[-1].strip("/"))
    paths = ["/..", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/.%2e/Package.swift",
             "//etc/passwd", "/./style.css", "/style.css/", "/style.css%00.js", "/%00", "/%", "/%zz", "/\\..\\x", "/x\x00/../../style.css",
             "/" + "a" * 5000, "/index.html/../style.css", "http://127.0.0.1/../x", "*", "etc/passwd", "/main.swift", "/.git/config"]
    for path in paths:
        answer = ask(port, b"GET " + path.encode("latin1") + f" HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        assert answer.split(" ")[1:2] in (["400"], ["404"], ["414"]), (path[:40], answer)
    for method in (b"PUT", b"DELETE", b"TRACE", b"CONNECT", b"PROPFIND", b"G\x00T"):
        answer = ask(port, method + f" / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
        assert answer.split(" ")[1:2] in (["400"], ["405"]), (method, answer)
    assert ask(port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode()).startswith("HTTP/1.1 200")


@test
def crowd(page, url):
    """Two hundred connections that say nothing keep nobody from drawing"""
    port = int(url.split(":")[-1].strip("/"))
    idle = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(200)]
    try:
        for one in idle[::2]:
            one.sendall(b"GET / HT")
        page.open(url)
        page.stroke(line(200, 200))
        has(page, 1)
    finally:
        for one in idle:
            one.close()


@test
def lan(page, url):
    """--lan speaks HTTPS only, shows nothing without the code, and with it the whole surface in a secure context"""
    with tempfile.TemporaryDirectory() as home, Draw("--lan", "--port", "0", home=home) as draw:
        while not draw.says().startswith("code:"):
            pass
        code = draw.said[-1].split(":")[1].replace(" ", "")
        assert any(one.startswith("https://") for one in draw.said), draw.said
        port = int(next(one for one in draw.said if one.startswith("https://")).rstrip("/").split(":")[-1])
        careless = ssl.create_default_context()
        careless.check_hostname = False
        careless.verify_mode = ssl.CERT_NONE

        def get(path, **headers):
            connection = http.client.HTTPSConnection("127.0.0.1", port, context=careless, timeout=10)
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("latin1")

        for path in ("/", "/main.js", "/fude.wasm", "/live", "/trust.pem", "/trust", "/%00"):
            status, body = get(path)
            assert status in (400, 401, 404) and "Surface" not in body and "CERTIFICATE" not in body, (path, status, body[:80])
        assert get("/", Cookie="fude=guess")[0] == 401
        try:
            assert not ask(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").startswith("HTTP/1.1 200")
        except ConnectionError:
            pass
        page.send("Security.setIgnoreCertificateErrors", ignore=True)
        own = f"https://127.0.0.1:{port}/"
        page.open(own, "!!document.querySelector('input[name=code]')")
        shot(page, "lan-code")
        styled = "getComputedStyle(document.querySelector('main')).borderRadius"
        assert page.js(styled) == "24px", "the policy does not know the page's style: LanPages.styleHash"
        page.js(f"document.querySelector('input').value = '000 00{'1' if code != '000001' else '2'}'; document.querySelector('form').submit()")
        page.until("document.body && document.body.textContent.includes('not the code')")
        page.js(f"document.querySelector('input').value = '{code[:3]} {code[3:]}'; document.querySelector('form').submit()")
        page.until("document.body && document.body.textContent.includes('Start drawing')")
        shot(page, "lan-trust")
        page.open(own)
        assert page.js("isSecureContext && Input.lacks().length === 0")
        page.stroke(line(200, 200))
        has(page, 1)
        page.js("Store.remove(Surface.drawing.id)")
    # Without --lan the usual address serves again.
    page.open(url)


def shot(page, name):
    """A screenshot for whoever wants to look: in the folder that FUDE_SHOTS names."""
    folder = os.environ.get("FUDE_SHOTS")
    if folder:
        page.screenshot(f"{folder}/{name}.png")
