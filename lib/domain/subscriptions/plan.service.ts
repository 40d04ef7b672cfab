import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict } from '#lib/kernel/refusal.ts';
import {
  accountLimitText,
  executionLimitText,
  intervalAllowedByAll,
  intervalProblem,
  monthOf,
  planOf,
  runRetentionDays,
} from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';
import { subscriptionStore } from './subscription.store.ts';
import { usageStore } from './usage.store.ts';

/** The plan of an organisation now. */
export const planNow = async (db: Database, tenantId: string, now: number): Promise<Plan> =>
  planOf(await subscriptionStore(db, tenantId).list(), now);

/** How many days an organisation's runs are kept after their end. */
export const runRetentionDaysNow = async (
  db: Database,
  tenantId: string,
  now: number,
): Promise<number> => runRetentionDays(await subscriptionStore(db, tenantId).list(), now);

export type CountedStart = {
  tenant_id: string;
  _id: string;
  /** When the run starts (ms), which decides the month in which it counts. */
  at: number;
};

/** Whether a start is allowed; one that was counted must be settled or given back. */
export type StartVerdict = { refusal: string } | { isCounted: boolean };

/**
 * Counts the start of a run towards the plan, once even if repeated: `isRecorded` returns whether
 * the run exists by now. Returns why the run may not start, if the plan's number is used up.
 */
export const countStart = async (
  db: Database,
  { tenant_id, _id, at }: CountedStart,
  isRecorded: () => Promise<boolean>,
): Promise<StartVerdict> => {
  const plan = await planNow(db, tenant_id, at);
  // Without a limit nothing is counted, which saves a write for every start.
  if (plan.executions === null) return { isCounted: false };
  const limit = { max: plan.executions, isSettled: isRecorded };
  const isIncluded = await usageStore(db, tenant_id).count(monthOf(at), _id, limit);
  return isIncluded ? { isCounted: true } : { refusal: executionLimitText(plan, at) };
};

/** Throws 409 if a start would exceed the plan. Counts nothing. */
export const refuseBeyondPlan = async (
  db: Database,
  tenantId: string,
  now: number,
): Promise<void> => {
  const plan = await planNow(db, tenantId, now);
  if (plan.executions === null) return;
  const used = await usageStore(db, tenantId).executions(monthOf(now));
  if (used >= plan.executions) throw conflict(executionLimitText(plan, now));
};

/** Called when a counted start has its run. */
export const settleStart = (db: Database, { tenant_id, _id, at }: CountedStart): void =>
  usageStore(db, tenant_id).markSettled(monthOf(at), _id);

/** Takes back what `countStart` counted, if no run came of it. */
export const releaseStart = async (
  db: Database,
  { tenant_id, _id, at }: CountedStart,
): Promise<void> => {
  await usageStore(db, tenant_id).giveBack(monthOf(at), _id);
};

/** Throws 400 for a timetable that runs at shorter intervals (minutes) than the plan includes. */
export const refuseInterval = async (
  db: Database,
  tenantId: string,
  minutes: number,
  now: number,
): Promise<void> => {
  const refusal = intervalProblem(await planNow(db, tenantId, now), minutes);
  if (refusal !== undefined) throw badRequest(refusal, { field: 'cron_expression' });
};

/**
 * Why a scheduled run does not start this many minutes after the previous one: its timetable was
 * saved under a larger plan. Without a plan it returns undefined, since the start itself is
 * refused.
 */
export const tooSoonReason = async (
  db: Database,
  tenantId: string,
  minutes: number,
  now: number,
): Promise<string | undefined> => {
  if (minutes >= intervalAllowedByAll) return undefined;
  const plan = await planNow(db, tenantId, now);
  return plan.key === 'none' ? undefined : intervalProblem(plan, minutes);
};

export type AccountWrite = {
  _id: string;
  /** The current ids of all accounts that count. */
  counted: () => Promise<string[]>;
  write: () => Promise<void>;
  undo: () => Promise<unknown>;
};

/** How often the accounts with the earliest ids check whether the others have been taken back. */
const recheckCount = 4;

/**
 * Connects an account that counts, unless the plan includes no more (409). Existing accounts stay,
 * however late their ids. A new account stays only if, after its write, there are not too many: of
 * several at once those with the latest ids are taken back at once, and the earliest unless room
 * appears. Another one may have checked earlier and stay, whatever its id.
 */
export const connectWithinAccountLimit = async (
  db: Database,
  tenantId: string,
  { _id, counted, write, undo }: AccountWrite,
  now: number,
): Promise<void> => {
  const plan = await planNow(db, tenantId, now);
  if (plan.accounts === null) return write();
  const otherIds = new Set((await counted()).filter((id) => id !== _id));
  const freePlaces = plan.accounts - otherIds.size;
  if (freePlaces <= 0) throw conflict(accountLimitText(plan));
  await write();
  for (let attempt = 1; attempt <= recheckCount; attempt += 1) {
    const added = (await counted()).filter((id) => !otherIds.has(id)).toSorted();
    if (added.length <= freePlaces) return;
    if (added.indexOf(_id) >= freePlaces) break;
  }
  await undo();
  throw conflict(accountLimitText(plan));
};
