import type { BotSettings } from '#lib/domain/bots/bot.schema.ts';
import { botStore } from '#lib/domain/bots/bot.store.ts';
import { settleEndedRun } from '#lib/domain/executions/runs/settle-run.service.ts';
import { endedOutbox, isFinal } from '#lib/domain/executions/execution.rules.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import type { Execution, ExecutionState } from '#lib/domain/executions/execution.schema.ts';
import { historyStore } from '#lib/domain/executions/history/history.store.ts';
import { runSlotTable } from '#lib/domain/executions/slots/slot.table.ts';
import { type RunStart, startRun } from '#lib/domain/executions/runs/start.service.ts';
import { sweep } from '#lib/domain/executions/runs/sweep.service.ts';
import { checkWithoutOwnActions } from '#test/support/check-without-own-actions.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Database, readItems } from '#lib/kernel/database.ts';
import { timedId } from '#lib/kernel/ids.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { drawBot } from '../bots/draw-bot.ts';
import { openScene } from '../scene.ts';
import { commit, echoNodeTest, openRunner, runOf } from './runs.ts';

const trigger = { type: 'manual' as const, user_id: 'root@example.com' };

type Settings = Partial<BotSettings>;

/** An organisation with a bot whose runs are limited; the test starts machines and ends runs. */
export const openLimitedBot = async (
  world: TestDatabase,
  concurrency?: BotSettings['concurrency'],
) => {
  const scene = openScene(world);
  const { db, tenant_id, time } = scene;
  const runner = openRunner();
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: () => undefined,
  };
  const site = { url: 'https://cloudwarden.example' };
  const deps = {
    ...scene,
    runner,
    log,
    site,
    check: checkWithoutOwnActions,
    testNode: echoNodeTest,
  };
  const executions = executionService(deps);
  const bots = botStore(db, tenant_id);

  const publish = async (name: string, settings: Settings = {}, start: object = {}) => {
    const picture = drawBot(name, 'start -> end', start);
    const { _id: bot_id } = await scene.bots.createBot(scene.root, {
      ...picture,
      settings: { allow_overlap: false, ...settings },
    });
    await scene.bots.publishBot(scene.root, { bot_id, version: 1 });
    return bot_id;
  };

  const bot_id = await publish('Isolate', concurrency && { concurrency });

  const readBot = async (id = bot_id) => {
    const bot = await bots.get(id);
    if (!bot) throw new Error(`There is no bot ${id}.`);
    return bot;
  };

  /** Starts a run through a given database; one second later than the one before. */
  const start = async (database: Database = db, fields: Partial<RunStart> = {}) => {
    time.now += 1000;
    const begin = { _id: timedId('exc', time.now), trigger, version: 1, ...fields };
    return startRun({ ...deps, db: database }, await readBot(), begin);
  };

  const startMany = async (count: number, fields: Partial<RunStart> = {}): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const started = await start(db, fields);
      if (started.dropped === undefined) ids.push(started.bot_exc_id);
    }
    return ids;
  };

  const listed = async (state?: ExecutionState) => {
    const filter = state ? { standings: [state] } : {};
    const page = await historyStore(db, tenant_id).page(filter, { number_of_items: 100 }, []);
    return page.items.map(({ _id }) => _id).reverse();
  };

  const settle = (id: string, database: Database = db) =>
    settleEndedRun({ ...deps, db: database })({ tenant_id, bot_exc_id: id });

  /** The engine's write when a run ends. */
  const finish = (id: string, state: 'SUCCEEDED' | 'FAILED' = 'SUCCEEDED', errors: string[] = []) =>
    commit(scene, id, { state, errors, finished_at: isoTime(time.now), outbox: endedOutbox });

  const end = async (id: string, state?: 'SUCCEEDED' | 'FAILED', errors?: string[]) => {
    await finish(id, state, errors);
    await settle(id);
  };

  /** Delivers the facts published meanwhile. */
  const deliver = async () => {
    for (const fact of scene.facts.splice(0)) {
      if (fact.type === 'run_ended' && fact.tenant_id === tenant_id) await settle(fact.bot_exc_id);
    }
  };

  /** Runs the next sweeps and everything that follows from them. */
  const mend = async () => {
    for (let round = 0; round < 2; round += 1) {
      time.now += 3 * 60_000;
      await sweep(deps)();
      await deliver();
    }
  };

  /** The runs that hold a slot. */
  const holders = async (): Promise<string[]> => {
    const ids: string[] = [];
    for await (const item of readItems(db, { table: runSlotTable, partition: tenant_id })) {
      ids.push(...Object.keys(Object(item.holders)));
    }
    return ids.sort();
  };

  const read = (id: string): Promise<Execution> => runOf(scene, id);

  /** Ends all active runs, one after the other, until none is left; returns their order. */
  const drainAll = async (): Promise<string[]> => {
    const order: string[] = [];
    for (let [id] = await listed('IN_PROGRESS'); id; [id] = await listed('IN_PROGRESS')) {
      order.push(id);
      time.now += 1000;
      await end(id);
    }
    return order;
  };

  /** Active runs, runs with a slot, and unfinished work. */
  const balance = async () => {
    const activeIds = await listed('IN_PROGRESS');
    await runner.idle();
    return {
      under: activeIds,
      held: await holders(),
      unstarted: activeIds.filter((id) => runner.status(id) === undefined),
      unsettled: (await Promise.all((await listed()).map(read))).filter(
        ({ state, outbox }) => isFinal(state) && outbox !== undefined,
      ).length,
    };
  };

  return {
    scene,
    deps,
    runner,
    executions,
    bot_id,
    warnings,
    publish,
    readBot,
    start,
    startMany,
    listed,
    settle,
    finish,
    end,
    deliver,
    mend,
    holders,
    read,
    drainAll,
    balance,
  };
};

export type LimitedBot = Awaited<ReturnType<typeof openLimitedBot>>;
