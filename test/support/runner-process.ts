// Runs a bot of lanes until it ends or the process is killed: `runner-process.ts <folder> [ms]
// [lane]`, where an engine call takes up to `ms`, and nobody approves what that lane asks for. Its
// memory lies beside the runner's tables, as the product's does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isoTime } from '#lib/kernel/clock.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { openRunner } from '#lib/local/runner/runner.ts';
import { substitute } from '#lib/local/runner/substitute.ts';
import type { TaskFunction } from '#lib/local/runner/states/state.ts';
import { lanesEngine } from './lanes-engine.ts';
import type { LaneKind, Memory } from './lanes-engine.ts';

const [folder = '', most = '20', unapproved] = process.argv.slice(2);
const clock = () => Date.now();

const openMemory = (): Memory => {
  const database = openLedger(join(folder, 'memory.db'));
  database.exec('create table if not exists memory (key text primary key, value text not null)');
  const set = database.prepare('insert or replace into memory values (?, ?)');
  const get = database.prepare('select value from memory where key = ?');
  const keys = database.prepare('select key from memory order by key');
  return {
    set: (key, value) => set.run(key, value),
    get: (key) => get.get(key)?.value?.toString(),
    keys: () => keys.all().map(({ key }) => String(key)),
  };
};

const kinds: LaneKind[] = ['works', 'asks', 'waits', 'fails once', 'is busy once'];
const isInside = (lane: string): boolean => lane.includes('/');

/** Of forty lanes two fork and two fail once; lanes inside forks do not fork. */
const kindOf = (lane: string): LaneKind => {
  const index = Number(lane.slice(-6));
  if (index % 20 === 7 && !isInside(lane)) return 'forks';
  const kind = kinds[index % kinds.length] ?? 'works';
  return kind === 'fails once' && (index % 20 !== 3 || isInside(lane)) ? 'works' : kind;
};

const waitUntilTime = () => isoTime(clock() + 50);
const engine = lanesEngine(openMemory(), { lanes: 40, kindOf, until: waitUntilTime });

const withRandomDelay =
  (call: TaskFunction): TaskFunction =>
  async (payload) => {
    await pause(Math.random() * Number(most));
    return call(payload);
  };

const runner = openRunner({
  database: openLedger(join(folder, 'ledger.db')),
  definition: substitute(JSON.parse(readFileSync('statemachines/bot-run.asl.json', 'utf8')), {
    EngineAdvance: 'advance',
    EnginePause: 'pause',
    EngineFail: 'fail',
  }),
  functions: Object.fromEntries(
    Object.entries(engine.functions).map(([name, call]) => [name, withRandomDelay(call)]),
  ),
  clock,
  // A retry waits two seconds at most, and almost no time here.
  random: () => 0.01,
});
runner.recover();
await runner.start('run-1', { tenant_id: 'org_1', bot_exc_id: 'exc_1' });
process.stdout.write('running\n');
while (runner.countOpen() > 0) {
  await engine.approve(runner, unapproved);
  await pause(5);
}
