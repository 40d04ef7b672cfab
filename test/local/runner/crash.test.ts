import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isoTime } from '#lib/kernel/clock.ts';
import { groupCommit } from '#lib/local/group-commit.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { openRunner } from '#lib/local/runner/runner.ts';
import { lanesEngine } from '#test/support/lanes-engine.ts';
import type { LaneKind } from '#test/support/lanes-engine.ts';
import { botRun, ids, noon } from '#test/support/state-machine.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const kinds: Record<string, LaneKind> = {
  'each.000000': 'forks',
  'each.000001': 'asks',
  'each.000002': 'waits',
  'each.000003': 'fails once',
  'each.000004': 'is busy once',
  'each.000000/each.000001': 'asks',
};
const kindOf = (lane: string): LaneKind => kinds[lane] ?? 'works';
const definition = botRun();
const plan = { lanes: 5, kindOf };

/** What a crash leaves: the committed rows, and what the engine remembers. */
type Remains = { rows: Record<string, Record<string, string | number | null>[]>; memory: string };

const tables = ['runner_runs', 'runner_iterations', 'runner_tokens'];

function rowsOf(database: DatabaseSync): Remains['rows'] {
  const all = (table: string) => database.prepare(`select * from ${table}`).all();
  return JSON.parse(JSON.stringify(Object.fromEntries(tables.map((one) => [one, all(one)]))));
}

function open(database: DatabaseSync, memory: Map<string, string>, trace?: () => void) {
  const time = { now: noon };
  const until = () => isoTime(time.now + 60_000);
  const engine = lanesEngine(memory, { ...plan, until });
  const runner = openRunner({
    database,
    definition,
    functions: engine.functions,
    clock: () => time.now,
    random: () => 1,
    ...(trace && { trace }),
  });
  const finish = async () => {
    for (let round = 0; round < 8 && runner.countOpen() > 0; round += 1) {
      await engine.approve(runner);
      time.now += 61_000;
      runner.wake();
      await runner.idle();
    }
  };
  return { runner, database, engine, finish };
}

/** Runs the bot once, and saves what a crash at each event of its histories would leave. */
async function collectCrashes(): Promise<Remains[]> {
  const memory = new Map<string, string>();
  const found = new Map<string, Remains>();
  const observer = { now: () => {} };
  const { folder, remove } = temporaryFolder();
  const file = join(folder, 'runs.db');
  const database = openLedger(file);
  const { runner, finish } = open(database, memory, () => observer.now());
  // Another connection sees what was committed, as the next process would.
  const reader = new DatabaseSync(file, { readOnly: true });
  observer.now = () => {
    // Any write may end a commit, because others write to the file too.
    groupCommit(database).flush();
    const remains = { rows: rowsOf(reader), memory: JSON.stringify([...memory]) };
    found.set(JSON.stringify(remains), remains);
  };
  await runner.start('run-1', ids);
  await runner.idle();
  await finish();
  expect(runner.status('run-1')).toEqual({ status: 'SUCCEEDED', output: {} });
  reader.close();
  database.close();
  remove();
  return [...found.values()].filter(({ rows }) => rows.runner_runs?.length);
}

/** The next process, started from what a crash left. */
function restartFrom({ rows, memory }: Remains) {
  const scene = open(new DatabaseSync(':memory:'), new Map(JSON.parse(memory)));
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const values = Object.values(row);
      const places = values.map(() => '?').join();
      scene.database.prepare(`insert into ${table} values (${places})`).run(...values);
    }
  }
  return scene;
}

const isOpen = ({ status }: { status?: unknown }): boolean => status === 'RUNNING';

function findLeftovers(database: DatabaseSync) {
  const { runner_runs = [], runner_iterations, runner_tokens } = rowsOf(database);
  return { open: runner_runs.filter(isOpen), runner_iterations, runner_tokens };
}

const noLeftovers = { open: [], runner_iterations: [], runner_tokens: [] };

describe('a run with lanes, killed at any event', () => {
  let crashes: Remains[] = [];

  beforeAll(async () => {
    crashes = await collectCrashes();
  });

  it('has passed through every phase of the state machine', () => {
    const phases = crashes.flatMap(({ rows }) =>
      [...(rows.runner_runs ?? []), ...(rows.runner_iterations ?? [])].flatMap(({ position }) =>
        typeof position === 'string' ? [JSON.parse(position).phase.kind] : [],
      ),
    );
    const sleeping = ['waiting', 'retrying', 'calling', 'paused', 'nested', 'mapping'];
    expect([...new Set(phases)].sort()).toEqual(['answered', 'entered', ...sleeping].sort());
    expect(crashes.length).toBeGreaterThan(100);
  });

  it('continues to its end with every lane', async () => {
    for (const remains of crashes) {
      const { runner, database, finish } = restartFrom(remains);
      runner.recover();
      await runner.idle();
      await finish();
      expect(runner.status('run-1')).toEqual({ status: 'SUCCEEDED', output: {} });
      expect(findLeftovers(database)).toEqual(noLeftovers);
    }
  });

  it.each(['before', 'after'])('is stopped with its lanes %s its recovery', async (moment) => {
    for (const remains of crashes) {
      const { runner, database } = restartFrom(remains);
      if (moment === 'after') runner.recover();
      const before = runner.status('run-1')?.status;
      await runner.stop('run-1', 'Aborted by ann@example.com.');
      if (moment === 'before') runner.recover();
      await runner.idle();
      expect(findLeftovers(database)).toEqual(noLeftovers);
      expect(runner.status('run-1')?.status).toBe(before === 'RUNNING' ? 'ABORTED' : before);
    }
  });
});
