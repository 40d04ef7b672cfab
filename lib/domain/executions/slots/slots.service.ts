import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { botStore } from '../../bots/bot.store.ts';
import type { Bot } from '../../bots/bot.schema.ts';
import { type CloseDeps, closeRun, type RunEnd } from '../runs/close.service.ts';
import { isFinal, isStartedByPerson, workingTimeOfBot } from '../execution.rules.ts';
import type { Execution } from '../execution.schema.ts';
import { executionStore } from '../execution.store.ts';
import { type Queue, queuedRunsOf, readQueue } from './queue.service.ts';
import { slotStore } from './slot.store.ts';

export type SlotDeps = { db: Database; clock: Clock; runner: Pick<Runner, 'start'> };

/** How often a full slot is reviewed for holders that have ended (ms). */
const reviewInterval = 60_000;

type HoldingRun = { tenant_id: string; _id: string; slot: string };

/** Starts the state machine of a run. It has the run's id as name, so it is started only once. */
export const startMachine = async (
  { runner }: Pick<SlotDeps, 'runner'>,
  { tenant_id, _id: bot_exc_id }: Pick<Execution, 'tenant_id' | '_id'>,
): Promise<void> => {
  await runner.start(bot_exc_id, { tenant_id, bot_exc_id, lane: '' });
};

/**
 * Frees the places of runs that have ended or were never recorded: a process may die between taking
 * a place and using it. Returns how many; 0 if the slot was reviewed within the last minute.
 */
export const reviewSlot = async (
  { db, clock }: Pick<SlotDeps, 'db' | 'clock'>,
  { tenant_id, slot }: Pick<HoldingRun, 'tenant_id' | 'slot'>,
): Promise<number> => {
  const slots = slotStore(db, tenant_id);
  const before = clock() - reviewInterval;
  if (!(await slots.beginReview(slot, clock(), before))) return 0;
  let freed = 0;
  for (const [runId, since] of Object.entries((await slots.holders(slot)) ?? {})) {
    if (since > isoTime(before)) continue;
    const run = await executionStore(db, tenant_id).get(runId);
    if (run && !isFinal(run.state)) continue;
    await slots.release(slot, runId);
    freed += 1;
  }
  return freed;
};

/** Takes a place for a run unless it has one already; false if the bot's limit is reached. */
export const takeSlot = async (
  deps: SlotDeps,
  run: HoldingRun,
  places: number,
): Promise<boolean> => {
  const slots = slotStore(deps.db, run.tenant_id);
  const take = () => slots.take(run.slot, run._id, places, deps.clock());
  return (await take()) || ((await reviewSlot(deps, run)) > 0 && take());
};

/** Frees the place of an ended run; does nothing if it has none. */
export const freeSlot = (
  { db }: Pick<SlotDeps, 'db'>,
  { tenant_id, slot, _id }: Pick<Execution, 'tenant_id' | '_id' | 'slot'>,
): Promise<void> => {
  return slot === undefined ? Promise.resolve() : slotStore(db, tenant_id).release(slot, _id);
};

/** Like {@link freeSlot}, but only if the run has ended or does not exist. */
export const freeIfEnded = async (deps: SlotDeps, run: HoldingRun): Promise<void> => {
  const now = await executionStore(deps.db, run.tenant_id).get(run._id);
  if (!now || isFinal(now.state)) await freeSlot(deps, run);
};

/** Starts a queued run that holds a place. Its deadline is counted from now. */
const startHeldRun = async (
  deps: SlotDeps,
  bot: Bot,
  run: Execution & HoldingRun,
): Promise<void> => {
  const now = deps.clock();
  const times = { updated_at: isoTime(now), deadline_at: isoTime(now + workingTimeOfBot(bot)) };
  const runs = executionStore(deps.db, run.tenant_id);
  if (await runs.leaveQueue(run._id, times)) await startMachine(deps, run);
  else await freeIfEnded(deps, run);
};

/** A disabled bot only starts runs that a person asked for. */
const mayStart = (bot: Bot, run: Execution): boolean =>
  bot.status === 'enabled' || isStartedByPerson(run);

/**
 * Starts the oldest runs of a queue while places are free. It may be called at any time and
 * concurrently: a run takes one place and leaves its queue once. Returns false if some of the runs
 * will never start because the bot is deleted or disabled: the caller then drops them.
 */
export const startQueued = async (deps: SlotDeps, queue: Queue): Promise<boolean> => {
  const bot = await botStore(deps.db, queue.tenant_id).get(queue.bot_id);
  if (!bot) return false;
  // Without a limit all queued runs start.
  const places = bot.settings?.concurrency?.limit ?? Number.MAX_SAFE_INTEGER;
  let allMayStart = true;
  for await (const run of readQueue(deps.db, queue)) {
    if (!mayStart(bot, run)) {
      allMayStart = false;
      continue;
    }
    const holding = { ...run, slot: queue.slot };
    if (!(await takeSlot(deps, holding, places))) break;
    await startHeldRun(deps, bot, holding);
  }
  return allMayStart;
};

export type DropDeps = CloseDeps & { clock: Clock };

/** Cancels runs of a bot that wait for a slot, those accepted by `accept`; returns how many. */
export const dropQueued = async (
  deps: DropDeps,
  bot: { tenant_id: string; _id: string },
  reason: 'deleted' | 'disabled',
  accept: (run: Execution) => boolean = () => true,
): Promise<number> => {
  const cause = `The bot was ${reason} before this run could start.`;
  let dropped = 0;
  for await (const run of queuedRunsOf(deps.db, bot)) {
    if (!accept(run)) continue;
    const end: RunEnd = { state: 'CANCELLED', cause, now: deps.clock(), requiredPhase: 'queued' };
    dropped += (await closeRun(deps, run, end)) ? 1 : 0;
  }
  return dropped;
};

/** Drops the runs that {@link startQueued} will never start, judged by the bot's current state. */
export const dropUnstartable = async (
  deps: DropDeps,
  { tenant_id, bot_id: _id }: Pick<Queue, 'tenant_id' | 'bot_id'>,
): Promise<void> => {
  const bot = await botStore(deps.db, tenant_id).get(_id);
  if (bot) await dropQueued(deps, bot, 'disabled', (run) => !mayStart(bot, run));
  else await dropQueued(deps, { tenant_id, _id }, 'deleted');
};
