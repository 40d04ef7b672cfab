/**
 * Attempts of hostile code, each the body of a Python function. A truthy return value means that it
 * reached something; it should end in an error or return nothing. `seen` holds the places of the
 * canaries: `file`, `folder`, `port`, `pid`; `api()` is the JavaScript object that Pyodide hides.
 */
export const probes: Record<string, string> = {
  // Files of the machine.
  'reads a file of the machine': 'return open(seen["file"]).read()',
  'reads the passwords of the machine': 'return open("/etc/passwd").read()',
  'lists the root': `
    own = {"tmp", "home", "dev", "proc", "lib"}
    return set(os.listdir("/")) - own`,
  'walks all folders': `
    return [at for at, _, files in os.walk("/") if "canary" in files]`,
  'climbs out of its folder': 'return os.path.exists("../" * 20 + seen["file"])',
  'follows a link that it makes': `
    os.symlink(seen["file"], "/tmp/link")
    return open("/tmp/link").read()`,
  'links a file of the machine': `
    os.link(seen["file"], "/tmp/hard")
    return open("/tmp/hard").read()`,
  'reads open descriptors': `
    return [os.read(number, 10) for number in range(3, 64) if readable(number)]`,
  'reads the environment of the process': 'return open("/proc/self/environ", "rb").read()',
  'reads the arguments of the process': 'return open("/proc/self/cmdline", "rb").read()',
  'reads the memory of the process': 'return open("/proc/self/mem", "rb").read(1)',
  'imports a file of the machine': `
    import importlib.machinery
    return importlib.machinery.SourceFileLoader("canary", seen["file"]).load_module()`,
  'imports from a folder of the machine': `
    sys.path.insert(0, seen["folder"])
    import canary
    return canary`,
  'lists the data of the product': 'return os.listdir(seen["folder"])',
  'writes beside the file': 'return open(seen["file"] + ".mark", "w").write("x")',
  // Environment and processes.
  'reads the environment': 'return dict(os.environ)',
  'reads the environment of C': `
    import posix
    return [name for name in posix.environ if b"CANARY" in name]`,
  'starts a program': 'return subprocess.run(["id"], capture_output=True).stdout',
  'runs a shell command': 'return os.system("id") == 0',
  'opens a pipe to a program': 'return os.popen("id").read()',
  forks: 'return os.fork() >= 0',
  'replaces itself with another program': 'os.execv("/bin/sh", ["sh"])',
  'spawns a program': 'return os.posix_spawn("/bin/sh", ["sh"], {})',
  'starts a process of Python': `
    import multiprocessing
    process = multiprocessing.Process(target=print)
    process.start()
    return True`,
  'starts a thread': `
    import threading
    threading.Thread(target=print).start()
    return True`,
  'kills the product': 'os.kill(seen["pid"], 9)',
  'finds the product': `
    found = []
    for number in (seen["pid"], 1):
        try: found.append(os.getpgid(number) and os.path.exists(f"/proc/{number}/status"))
        except OSError: pass
    return any(found)`,
  // The network.
  'connects to this machine': `
    client = socket.create_connection(("127.0.0.1", seen["port"]), 1)
    client.send(b"GET / HTTP/1.0\\r\\n\\r\\n")
    return client.recv(10)`,
  'connects to this machine by IPv6': `
    return socket.create_connection(("::1", seen["port"]), 1).recv(1)`,
  'sends a datagram': `
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.sendto(b"x", ("127.0.0.1", seen["port"]))`,
  'connects to a socket of the machine': `
    client = socket.socket(socket.AF_UNIX)
    client.connect("/var/run/docker.sock")
    return True`,
  'requests a page': `
    import urllib.request
    return urllib.request.urlopen(f"http://127.0.0.1:{seen['port']}/", timeout=1).read()`,
  'requests the metadata of the cloud': `
    import http.client
    client = http.client.HTTPConnection("169.254.169.254", timeout=1)
    client.request("GET", "/latest/meta-data/")
    return client.getresponse().read()`,
  'connects by coroutines': `
    import asyncio
    return asyncio.run(asyncio.open_connection("127.0.0.1", seen["port"]))`,
  'resolves a name': `
    address = socket.gethostbyname("localhost.canary.example")
    # What Pyodide invents for a name is no address of anybody.
    return not address.startswith("172.29.")`,
  listens: `
    server = socket.create_server(("127.0.0.1", 0))
    return server.getsockname()[1]`,
  // JavaScript.
  'imports js': 'import js\nreturn js',
  'imports pyodide_js': 'import pyodide_js\nreturn pyodide_js',
  'imports pyodide': 'import pyodide.code\nreturn pyodide.code.run_js("1")',
  'fetches with pyodide': 'from pyodide.http import pyfetch\nreturn pyfetch',
  'imports micropip': 'import micropip\nreturn micropip',
  'imports js again': `
    for name in list(sys.modules):
        if sys.modules[name] is None: del sys.modules[name]
    import js
    return js`,
  'makes a function from text': 'return api().constructor.constructor("return 1")()',
  'makes a coroutine from text': `
    kind = api().runPythonAsync.constructor
    return kind("return 1")()`,
  'evaluates text': 'return built("eval")("1")',
  'finds the process of Node': 'return named("process")',
  'finds require': 'return named("require")',
  'finds fetch': 'return named("fetch")',
  'finds the objects of the network': 'return named("WebSocket") or named("XMLHttpRequest")',
  'finds workers': 'return named("Worker") or named("SharedWorker")',
  'finds the global object': 'return named("globalThis") or named("self") or named("window")',
  'finds buffers of Node': 'return named("Buffer")',
  'walks all objects of JavaScript': 'return walk()',
  'looks at the callers': `
    error = api().constructor.constructor.prototype
    return error.caller or error.arguments`,
  'mounts a folder of the machine': `
    api().mountNodeFS("/tmp/host", "/")
    return os.listdir("/tmp/host")`,
  'mounts by the file system itself': `
    files = api().FS
    files.mkdir("/tmp/direct")
    files.mount(files.filesystems.NODEFS, {"root": "/"}, "/tmp/direct")
    return os.listdir("/tmp/direct")`,
  'switches sockets of Node on': `
    api().useNodeSockFS()
    return socket.create_connection(("127.0.0.1", seen["port"]), 1)`,
  'loads a package from an address': `
    api().loadPackage(f"http://127.0.0.1:{seen['port']}/x.whl")`,
  'loads a package from a file': 'api().loadPackage("file://" + seen["file"])',
  'fetches an index of packages': `
    api()._api.loadBinaryFile(seen["file"], None)`,
  'handles signals of the machine': `
    import signal
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    return signal.sigtimedwait([signal.SIGALRM], 0.05)`,
  'raises its own limits': `
    import resource
    return resource.setrlimit(resource.RLIMIT_CPU, (1000, 1000))`,
  'loads a native library': `
    import ctypes
    return ctypes.CDLL("/lib/x86_64-linux-gnu/libc.so.6")`,
  'loads a native library by name': `
    import ctypes
    return ctypes.CDLL("libc.so.6")`,
};

/** Probes that may crash Python; each runs in a sandbox of its own. */
export const deadlyProbes: Record<string, string> = {
  'runs a script of JavaScript by C': `
    import ctypes
    return ctypes.CDLL(None).emscripten_run_script_int(b"1")`,
  'calls the system': `
    import ctypes
    return ctypes.CDLL(None).syscall(39) > 0`,
  'runs a program through C': `
    import ctypes
    return ctypes.CDLL(None).system(b"id") == 0`,
  'writes over its own memory': `
    import ctypes
    ctypes.memset(0, 255, 10_000_000)`,
  'makes Pyodide fail': `
    import _pyodide_core
    _pyodide_core.trigger_fatal_error()`,
};

/** Shared code of the probes, which also runs them one after another. */
export const harness = `
import gc, os, socket, subprocess, sys
seen = inputs["seen"]

def readable(number):
    try:
        return os.fstat(number).st_size > 0
    except OSError:
        return False

def api():
    """The way that is left to JavaScript: an object of Pyodide's own that nothing names."""
    found = [one.jsproxy for one in gc.get_objects() if type(one).__name__ == "JsLoader"]
    return next(one for one in found if hasattr(one, "runPython"))

def built(name):
    return getattr(api().constructor.constructor, name)

# Functions of WebAssembly by the thousand, what only throws, and what Pyodide dies of.
skipped = "GOT LDSO wasmTable wasmTableMirror wasmExports wasmImports arguments caller novalue".split()

def objects():
    """Everything that can be reached by names, from the objects of Pyodide on."""
    Object = api().constructor
    hidden = api()
    waiting = [(hidden, "api"), (hidden._api, "_api"), (hidden._module, "_module")]
    met = set()
    while waiting:
        one, path = waiting.pop(0)
        if one.js_id in met or len(path) > 160:
            continue
        met.add(one.js_id)
        yield one, path
        try:
            # Bytes have a name each.
            names = [] if hasattr(one, "byteLength") else list(Object.getOwnPropertyNames(one))
        except BaseException:
            continue
        for name in names:
            if name.startswith(("_", "HEAP")) or name in skipped:
                continue
            try:
                part = getattr(one, name)
                if hasattr(part, "js_id"):
                    waiting.append((part, path + "." + name))
            except BaseException:
                continue
        try:
            above = Object.getPrototypeOf(one)
            if hasattr(above, "js_id"):
                waiting.append((above, path + ".__proto__"))
        except BaseException:
            pass

def text_of(one):
    try:
        return str(one)
    except BaseException:
        return ""

graph = []

def walk():
    graph.extend(objects())
    foreign = ("internalBinding", "primordials", "compileFunction")
    return [path for one, path in graph if any(word in text_of(one) for word in foreign)]

def named(name):
    if not graph:
        walk()
    return [path for one, path in graph if path.split(".")[-1] == name]

def attempt(source):
    lines = "\\n".join("    " + line for line in source.split("\\n"))
    names = dict(globals())
    exec("def probe():\\n" + lines, names)
    try:
        value = names["probe"]()
    except BaseException as error:
        return None
    return repr(value)[:2000] if value else None

reached = {name: attempt(source) for name, source in inputs["probes"].items()}
result = {"reached": reached, "objects": len(graph)}
`;
