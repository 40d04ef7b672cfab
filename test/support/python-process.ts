// Runs Python in its own process, for tests that kill it: `idle` leaves a sandbox waiting for the
// next run, `busy` one that loops. It prints `begun` when that state is reached.
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';

const python = openPython(sandboxFiles(process.cwd()));
const run = (code: string) => python.run({ tenant_id: 'org_1', code, inputs: {}, timeoutMs: 1000 });

await run('result = 1');
const isBusy = process.argv[2] === 'busy';
if (isBusy) void run('while True: pass');
setTimeout(() => process.stdout.write('begun\n'), isBusy ? 500 : 0);
setTimeout(() => process.exit(1), 20_000);
