import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openPython } from '#lib/local/python/python.ts';
import { sandboxFiles } from '#lib/local/python/sandbox-command.ts';
import { findSnapshot } from '#lib/local/python/snapshot.ts';
import { eventually } from '#test/support/eventually.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** The child processes of a process. */
const childrenOf = ({ pid }: Pick<ChildProcess, 'pid'>): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const isThere = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const waitUntilGone = (pids: number[]) =>
  eventually(
    async () => pids.filter(isThere),
    (remaining) => remaining.length === 0,
  );

describe('sandboxes for Python end', () => {
  it.each(['idle', 'busy'])('when their server is killed, also when %s', async (mode) => {
    const script = join('test', 'support', 'python-process.ts');
    const product = spawn(process.execPath, [script, mode], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(product.stdout, 'data');
    const sandboxes = childrenOf(product);
    expect(sandboxes).not.toEqual([]);
    product.kill('SIGKILL');
    await waitUntilGone(sandboxes);
  });

  it('when they are closed, without a result for a waiting run', async () => {
    const python = openPython(sandboxFiles(process.cwd()));
    const before = new Set(childrenOf(process));
    await python.run({ tenant_id: 'org_1', code: 'result = 1', inputs: {} });
    let isDone = false;
    const waiting = python.run({ tenant_id: 'org_1', code: 'while True: pass', inputs: {} });
    void waiting.finally(() => (isDone = true));
    const ownPids = () => childrenOf(process).filter((pid) => !before.has(pid));
    await eventually(
      async () => ownPids(),
      (pids) => pids.length > 0,
    );
    const pids = ownPids();
    python.close();
    await waitUntilGone(pids);
    expect(isDone).toBe(false);
  });
});

describe('the snapshot of Python', () => {
  const { folder, remove } = temporaryFolder();
  const request = { tenant_id: 'org_1', code: 'result = 1', inputs: {} };

  afterAll(remove);

  it('is created again when it is broken, and replaces older ones', async () => {
    const files = sandboxFiles(process.cwd());
    const name = basename(await findSnapshot(files));
    writeFileSync(join(folder, name), 'broken');
    writeFileSync(join(folder, 'python-0123456789abcdef.snapshot'), 'of an older release');
    const python = openPython({ ...files, cache: folder });
    expect(await python.run(request)).toEqual({ result: 1, stdout: '' });
    python.close();
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('reports its failure to every run when it cannot be created', async () => {
    const program = join(folder, 'absent.py');
    const python = openPython({ ...sandboxFiles(process.cwd()), program });
    await expect(python.run(request)).rejects.toThrow();
    await expect(python.run(request)).rejects.toThrow();
    python.close();
  });
});
