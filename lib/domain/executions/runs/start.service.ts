import type { Clock } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { Files } from '#lib/ports/files.ts';
import type { Runner } from '#lib/ports/runner.ts';
import type { Bot, BotSettings } from '../../bots/bot.schema.ts';
import { failedExecution, newExecution, queuedExecution } from '../execution.rules.ts';
import type { Execution, RunOptions } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import {
  type CountedStart,
  countStart,
  releaseStart,
  settleStart,
  type StartVerdict,
} from '../../subscriptions/plan.service.ts';
import { readPayload } from './payload.service.ts';
import { queueKeyOf } from '../slots/queue.service.ts';
import { freeIfEnded, startMachine, startQueued, takeSlot } from '../slots/slots.service.ts';

export type StartDeps = {
  db: Database;
  clock: Clock;
  files: Files;
  runner: Pick<Runner, 'start'>;
  /** Evaluates a concurrency key, an expression over `$event`; throws an error with a sentence. */
  evaluateKey: (key: string, event: unknown) => Promise<unknown>;
};

export type RunStart = Pick<Execution, '_id' | 'trigger' | 'version'> &
  Partial<Pick<Execution, 'results' | 'inline_bytes'>> & {
    input?: unknown;
    options?: RunOptions;
    /** The run ignores the bot's concurrency limit, and takes no place. */
    force?: boolean;
  };

/** The id of a run that was started or queued (or failed to start); or why no run was recorded. */
export type StartResult =
  | { bot_exc_id: string; dropped?: never; beyond_plan?: never }
  | { dropped: string; beyond_plan?: true };

type Concurrency = NonNullable<BotSettings['concurrency']>;
type RecordedRun = ReturnType<typeof newExecution>;

/** The start as it is counted towards the plan. */
const planStartOf = ({ tenant_id }: Bot, { _id, created_at }: RecordedRun): CountedStart => ({
  tenant_id,
  _id,
  at: Date.parse(created_at),
});

/** Runs without a key share one slot. Values are hashed: they may be long or contain anything. */
const slotOf = (bot: Bot, value: unknown): string =>
  `${bot._id}#${value === undefined ? 'all' : sha256(JSON.stringify(value)).slice(0, 32)}`;

type Slot = { slot: string } | { problem: string };

/** The slot of a run; the payload is read only if the bot has a key. */
const findSlot = async (
  deps: StartDeps,
  bot: Bot,
  run: RecordedRun,
  { key }: Concurrency,
): Promise<Slot> => {
  if (key === undefined) return { slot: slotOf(bot, undefined) };
  const payload = await readPayload(deps, { ...run, tenant_id: bot.tenant_id });
  if (!payload) return { problem: 'The event that started this run is no longer kept.' };
  try {
    return { slot: slotOf(bot, await deps.evaluateKey(key, payload.value)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: `The key of the bot's concurrency limit cannot be evaluated. ${reason}` };
  }
};

const droppedText = ({ limit }: Concurrency): string => {
  const runs = limit === 1 ? 'One run is' : `${limit} runs are`;
  return `${runs} under way, the most that this bot's settings permit, and no more are queued.`;
};

/** Takes the place before recording the run: a dropped run is not recorded. */
const startOrDrop = async (
  deps: StartDeps,
  bot: Bot,
  run: RecordedRun & { slot: string },
  concurrency: Concurrency,
): Promise<StartResult> => {
  const { tenant_id } = bot;
  const runs = executionStore(deps.db, tenant_id);
  const holding = { tenant_id, _id: run._id, slot: run.slot };
  if (await takeSlot(deps, holding, concurrency.limit)) {
    if (!(await runs.create(run))) await freeIfEnded(deps, holding);
    await startMachine(deps, holding);
  } else if (!(await runs.get(run._id))) {
    await releaseStart(deps.db, planStartOf(bot, run));
    return { dropped: droppedText(concurrency) };
  }
  return { bot_exc_id: run._id };
};

const startLimited = async (
  deps: StartDeps,
  bot: Bot,
  run: RecordedRun,
  concurrency: Concurrency,
): Promise<StartResult> => {
  const { tenant_id, _id: bot_id } = bot;
  const { _id: bot_exc_id } = run;
  const runs = executionStore(deps.db, tenant_id);
  const found = await findSlot(deps, bot, run, concurrency);
  if ('problem' in found) {
    await runs.create(failedExecution(run, found.problem));
    return { bot_exc_id };
  }
  const { slot } = found;
  if (concurrency.when_full === 'drop') {
    return startOrDrop(deps, bot, { ...run, slot }, concurrency);
  }
  await runs.create(queuedExecution(run, slot, queueKeyOf(tenant_id, slot, bot_exc_id)));
  await startQueued(deps, { tenant_id, bot_id, slot });
  return { bot_exc_id };
};

/** Whether the plan allows one more run; dry runs do not count. */
const countTowardsPlan = async (
  { db }: StartDeps,
  bot: Bot,
  run: RecordedRun,
): Promise<StartVerdict> => {
  if (run.options.dry_run) return { isCounted: false };
  const isRecorded = async () =>
    (await executionStore(db, bot.tenant_id).get(run._id)) !== undefined;
  return countStart(db, planStartOf(bot, run), isRecorded);
};

const startRecorded = async (
  deps: StartDeps,
  bot: Bot,
  run: RecordedRun,
  force: boolean,
): Promise<StartResult> => {
  const concurrency = force ? undefined : bot.settings?.concurrency;
  if (concurrency) return startLimited(deps, bot, run, concurrency);
  const { tenant_id } = bot;
  await executionStore(deps.db, tenant_id).create(run);
  await startMachine(deps, { tenant_id, _id: run._id });
  return { bot_exc_id: run._id };
};

/**
 * Starts a run of a bot, or queues or drops it if the bot's concurrency limit is reached, or drops
 * it if the organisation's plan allows no more. If the cause may be delivered twice, the caller
 * derives the id from it: the second start then succeeds without changing anything.
 */
export const startRun = async (
  deps: StartDeps,
  bot: Bot,
  { force = false, results, inline_bytes, input, ...start }: RunStart,
): Promise<StartResult> => {
  const reused = { ...(results && { results }), ...(inline_bytes && { inline_bytes }) };
  const run = { ...newExecution(bot, { ...start, input }, deps.clock()), ...reused };
  const verdict = await countTowardsPlan(deps, bot, run);
  if ('refusal' in verdict) return { dropped: verdict.refusal, beyond_plan: true };
  const started = await startRecorded(deps, bot, run, force);
  if (verdict.isCounted && 'bot_exc_id' in started) settleStart(deps.db, planStartOf(bot, run));
  return started;
};

/** {@link startRun} with its dependencies bound. */
export const runStarter =
  (deps: StartDeps) =>
  (bot: Bot, start: RunStart): Promise<StartResult> =>
    startRun(deps, bot, start);
