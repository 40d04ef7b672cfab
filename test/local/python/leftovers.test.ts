import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';

const leaveCode = `
import builtins, json, os, random, sys, tempfile
canary = "left behind"
builtins.canary = sys.canary = json.canary = canary
os.environ["CANARY"] = canary
sys.modules["canary"] = sys
json.dumps = lambda *given, **named: '"left behind"'
for folder in ("/tmp", "/home", tempfile.gettempdir(), os.getcwd()):
    with open(os.path.join(folder, "canary"), "w") as file:
        file.write(canary)
os.chdir("/home")
random.seed(1)
print(canary)
`;

const findCode = `
import builtins, json, os, random, sys
found = [name for name in ("canary",) if name in globals() or hasattr(builtins, name)]
found += [one.__name__ for one in (sys, json) if hasattr(one, "canary")]
found += [name for name in os.environ if name == "CANARY"]
found += [name for name in sys.modules if name == "canary"]
found += [at for at, _, files in os.walk("/") if "canary" in files]
result = {"found": found, "folder": os.getcwd(), "random": random.random(), "bytes": os.urandom(8).hex()}
`;

type Found = { found: string[]; folder: string; random: number; bytes: string };

it('a run of Python leaves nothing for the next run of any tenant', async () => {
  const python = openPython(sandboxFiles(process.cwd()));
  const run = async (tenant_id: string, code: string) => {
    const outcome = await python.run({ tenant_id, code, inputs: {} });
    return 'result' in outcome ? (outcome.result as Found) : undefined;
  };
  const all: (Found | undefined)[] = [];
  for (const tenant of ['org_1', 'org_2', 'org_1']) {
    await run('org_1', leaveCode);
    all.push(await run(tenant, findCode));
  }
  python.close();
  const folder = '/tmp';
  expect(all).toEqual(all.map(() => expect.objectContaining({ found: [], folder })));
  // A snapshot of memory must not fix random values.
  expect(new Set(all.map((one) => one?.random)).size).toBe(all.length);
  expect(new Set(all.map((one) => one?.bytes)).size).toBe(all.length);
});
