import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict } from '#lib/kernel/refusal.ts';
import {
  accountsUsed,
  executionsUsed,
  keptDays,
  longestInterval,
  monthOf,
  planOf,
  tooOften,
} from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';
import { subscriptionStore } from './subscription.store.ts';
import { usageStore } from './usage.store.ts';

/** The plan of an organisation now. */
export const planNow = async (db: Database, tenantId: string, now: number): Promise<Plan> =>
  planOf(await subscriptionStore(db, tenantId).list(), now);

/** Days that the runs of an organisation are kept after they have ended. */
export const keptDaysNow = async (db: Database, tenantId: string, now: number): Promise<number> =>
  keptDays(await subscriptionStore(db, tenantId).list(), now);

export type Start = {
  tenant_id: string;
  _id: string;
  /** When it starts, which is in the month that it counts for (ms). */
  at: number;
};

/** Whether a start may go on; one that was counted is settled or given back. */
export type StartVerdict = { refusal: string } | { isCounted: boolean };

/**
 * Counts the start of a run towards the plan, once however often it is told: `isRecorded` says
 * whether there is a run by now. Answers why the run may not start, where the plan has no more.
 */
export const countStart = async (
  db: Database,
  { tenant_id, _id, at }: Start,
  isRecorded: () => Promise<boolean>,
): Promise<StartVerdict> => {
  const plan = await planNow(db, tenant_id, at);
  // Nothing is counted that nothing limits: every start would cost a write more.
  if (plan.executions === null) return { isCounted: false };
  const within = { most: plan.executions, isTold: isRecorded };
  const isIncluded = await usageStore(db, tenant_id).count(monthOf(at), _id, within);
  return isIncluded ? { isCounted: true } : { refusal: executionsUsed(plan, at) };
};

/** Refuses to begin what would end in a start that the plan has no more of. Counts nothing. */
export const refuseBeyondPlan = async (
  db: Database,
  tenantId: string,
  now: number,
): Promise<void> => {
  const plan = await planNow(db, tenantId, now);
  if (plan.executions === null) return;
  const used = await usageStore(db, tenantId).executions(monthOf(now));
  if (used >= plan.executions) throw conflict(executionsUsed(plan, now));
};

/** A start that was counted has its run. */
export const settleStart = (db: Database, { tenant_id, _id, at }: Start): void =>
  usageStore(db, tenant_id).isSettled(monthOf(at), _id);

/** Takes back what `countStart` counted, where it came to no run. */
export const giveBackStart = async (
  db: Database,
  { tenant_id, _id, at }: Start,
): Promise<void> => {
  await usageStore(db, tenant_id).giveBack(monthOf(at), _id);
};

/** Refuses a timetable that comes round more often (in minutes) than the plan includes. */
export const refuseInterval = async (
  db: Database,
  tenantId: string,
  minutes: number,
  now: number,
): Promise<void> => {
  const refusal = tooOften(await planNow(db, tenantId, now), minutes);
  if (refusal !== undefined) throw badRequest(refusal, { field: 'cron_expression' });
};

/**
 * Why a scheduled run so long (minutes) after the one before does not start: its timetable was
 * saved with a larger plan. Without any plan nothing starts, which its start says.
 */
export const whyTooSoon = async (
  db: Database,
  tenantId: string,
  minutes: number,
  now: number,
): Promise<string | undefined> => {
  if (minutes >= longestInterval) return undefined;
  const plan = await planNow(db, tenantId, now);
  return plan.key === 'none' ? undefined : tooOften(plan, minutes);
};

export type AccountWrite = {
  _id: string;
  /** The ids of all that count, as they are written now. */
  counted: () => Promise<string[]>;
  write: () => Promise<void>;
  undo: () => Promise<unknown>;
};

/** How often those with the earliest ids look whether the others have taken theirs back. */
const looks = 4;

/**
 * Connects an account that counts, unless the plan includes no more. What was there before stays,
 * however late its id. Nothing stays but what saw, after it was written, that there are not too
 * many: of several at once the latest ids give way at once, and the earliest unless there is room
 * then. Another may have looked before and stay, whatever its id.
 */
export const connectWithin = async (
  db: Database,
  tenantId: string,
  { _id, counted, write, undo }: AccountWrite,
  now: number,
): Promise<void> => {
  const plan = await planNow(db, tenantId, now);
  if (plan.accounts === null) return write();
  const others = new Set((await counted()).filter((id) => id !== _id));
  const free = plan.accounts - others.size;
  if (free <= 0) throw conflict(accountsUsed(plan));
  await write();
  for (let look = 1; look <= looks; look += 1) {
    const added = (await counted()).filter((id) => !others.has(id)).toSorted();
    if (added.length <= free) return;
    if (added.indexOf(_id) >= free) break;
  }
  await undo();
  throw conflict(accountsUsed(plan));
};
