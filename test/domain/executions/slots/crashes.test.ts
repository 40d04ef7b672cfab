import { settleEndedRun } from '#lib/domain/executions/runs/settle-run.service.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import type { Database } from '#lib/kernel/database.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { failingDatabase } from '#test/support/failing-database.ts';
import { type LimitedBot, openLimitedBot } from '../limited-bot.ts';

const world = openTestDatabase();
const runs = 4;

type CrashCase = {
  when_full: 'queue' | 'drop';
  /** The process crashes in here; what it did until then stays. */
  action: (line: LimitedBot, ids: string[], database: Database) => Promise<unknown>;
};

const first = (ids: string[]) => ids[0] ?? '';
const last = (ids: string[]) => ids.at(-1) ?? '';

/** What a process may be doing when it crashes. */
const crashCases: Record<string, CrashCase> = {
  'the start of a run that has a place': {
    when_full: 'queue',
    action: async (line, ids, database) => {
      await line.end(first(ids));
      await line.end(ids[1] ?? '');
      return line.start(database);
    },
  },
  'the start of a run that has to wait': {
    when_full: 'queue',
    action: (line, _, database) => line.start(database),
  },
  'the start of a run of a bot that drops runs': {
    when_full: 'drop',
    action: async (line, ids, database) => {
      await line.end(first(ids));
      return line.start(database);
    },
  },
  'the handling of the end of a run': {
    when_full: 'queue',
    action: async (line, ids, database) => {
      await line.finish(first(ids));
      const { tenant_id } = line.scene;
      return settleEndedRun({ ...line.deps, db: database })({ tenant_id, bot_exc_id: first(ids) });
    },
  },
  'the abort of a run under way': {
    when_full: 'queue',
    action: (line, ids, database) =>
      executionService({ ...line.deps, db: database }).abortExecution(line.scene.root, {
        bot_exc_id: first(ids),
      }),
  },
  'the abort of a run that waits': {
    when_full: 'queue',
    action: (line, ids, database) =>
      executionService({ ...line.deps, db: database }).abortExecution(line.scene.root, {
        bot_exc_id: last(ids),
      }),
  },
};

/** Acts in a process that crashes before its n-th call; false if it finished. */
const crashAt = async (crashCase: CrashCase, at: number): Promise<boolean> => {
  const { when_full, action } = crashCase;
  const line = await openLimitedBot(world, { limit: 2, when_full });
  const ids = await line.startMany(runs);
  const { db, died } = failingDatabase(world.db, at);
  await action(line, ids, db).catch(() => undefined);
  line.scene.facts.splice(0);
  expect((await line.listed('IN_PROGRESS')).length).toBeLessThanOrEqual(2);

  await line.mend();
  const queued = await line.listed('QUEUED');
  const recorded = new Set(await line.listed());
  const { under, held, unstarted, unsettled } = await line.balance();
  expect(unstarted).toEqual([]);
  expect(unsettled).toBe(0);
  // A slot taken for a run that never started is released by the next run that needs it.
  expect(held.filter((id) => recorded.has(id))).toEqual(under);
  // No run waits while a slot is free.
  if (queued.length > 0) expect(under).toHaveLength(2);

  const order = await line.drainAll();
  expect(order).toEqual([...under, ...queued]);
  expect(new Set(order).size).toBe(order.length);
  await line.startMany(2);
  expect(await line.balance()).toMatchObject({ under: await line.holders(), unsettled: 0 });
  expect(await line.drainAll()).toHaveLength(2);
  expect(await line.holders()).toEqual([]);
  return died();
};

describe('a process that dies', () => {
  it.each(Object.entries(crashCases))(
    'during %s leaves no run stuck or duplicated',
    async (_, crashCase) => {
      let at = 1;
      while (await crashAt(crashCase, at)) at += 1;
      expect(at).toBeGreaterThan(3);
    },
    120_000,
  );
});
