import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLedger } from '#lib/local/ledger.ts';
import { runChild } from '#test/support/child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
});

afterEach(() => remove());

function read(file: string, query: string): Record<string, unknown>[] {
  const database = openLedger(join(folder, file));
  const rows = database.prepare(query).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

const runs = (condition: string) =>
  read(
    'ledger.db',
    `select name, status, result from runner_runs where ${condition} order by name`,
  );

const killCount = 6;

describe('a run with lanes within lanes under kill -9', () => {
  it('ends once, as does each of its lanes, although the process is killed six times', async () => {
    const ended = new Map<unknown, object>();
    for (let killed = 0; killed < killCount; killed += 1) {
      // One of the lanes waits for its approval, so the run does not end before the last kill.
      const child = runChild('runner-process.ts', folder, '100', 'each.000001');
      await child.waitForOutput();
      await pause(Math.random() * 60);
      await child.kill();
      for (const run of runs(`status <> 'RUNNING'`)) ended.set(run.name, run);
    }
    expect(runs(`status = 'RUNNING'`)).not.toEqual([]);
    expect(await runChild('runner-process.ts', folder).ended()).toBe(0);

    expect(runs(`name = 'run-1'`)).toEqual([
      { name: 'run-1', status: 'SUCCEEDED', result: '{"output":{}}' },
    ]);
    expect(runs(`status = 'RUNNING'`)).toEqual([]);
    for (const table of ['runner_iterations', 'runner_tokens']) {
      expect(read('ledger.db', `select * from ${table}`)).toEqual([]);
    }
    // Runs that ended before a kill are unchanged.
    const all = new Map(runs('true').map((run) => [run.name, run]));
    for (const [name, run] of ended) expect(all.get(name)).toEqual(run);
    // The run itself, its forty lanes, and forty inside each of the two that fork.
    const doneKeys = read('memory.db', `select key from memory where key like 'done %'`);
    expect(doneKeys).toHaveLength(121);
  });
});
