import type { Database } from '#lib/kernel/database.ts';
import { badRequest, conflict } from '#lib/kernel/refusal.ts';
import { accountsUsed, executionsUsed, monthOf, planOf, tooOften } from './plan.rules.ts';
import type { Plan } from './plan.schema.ts';
import { subscriptionStore } from './subscription.store.ts';
import { usageStore } from './usage.store.ts';

/** The plan of an organisation now. */
export const planNow = async (db: Database, tenantId: string, now: number): Promise<Plan> =>
  planOf(await subscriptionStore(db, tenantId).list(), now);

type Start = { tenant_id: string; _id: string };

/**
 * Counts the start of a run towards the plan, by one conditional write, once however often it is
 * told soon after. Answers why the run may not start, where the plan includes no more.
 */
export const countStart = async (
  db: Database,
  { tenant_id, _id }: Start,
  now: number,
): Promise<string | undefined> => {
  const plan = await planNow(db, tenant_id, now);
  // Nothing is counted that nothing limits: every start would cost a write more.
  if (plan.executions === null) return undefined;
  const month = monthOf(now);
  const usage = usageStore(db, tenant_id);
  const isIncluded = plan.executions !== 0;
  if (isIncluded && (await usage.count(month, _id, plan.executions))) return undefined;
  return (await usage.has(month, _id)) ? undefined : executionsUsed(plan, now);
};

/** Takes back what `countStart` counted, where it came to no run. */
export const giveBackStart = async (
  db: Database,
  { tenant_id, _id }: Start,
  now: number,
): Promise<void> => {
  await usageStore(db, tenant_id).giveBack(monthOf(now), _id);
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

export type AccountWrite = {
  _id: string;
  /** The ids of all that count, as they are written now. */
  counted: () => Promise<string[]>;
  write: () => Promise<void>;
  undo: () => Promise<unknown>;
};

/**
 * Connects an account that counts, unless the plan includes no more. Of several at once the
 * earliest ones stay: who finds to be one too many takes theirs back.
 */
export const connectWithin = async (
  db: Database,
  tenantId: string,
  { _id, counted, write, undo }: AccountWrite,
  now: number,
): Promise<void> => {
  const plan = await planNow(db, tenantId, now);
  if (plan.accounts === null) return write();
  const others = (await counted()).filter((id) => id !== _id);
  if (others.length >= plan.accounts) throw conflict(accountsUsed(plan));
  await write();
  const all = (await counted()).toSorted();
  if (all.indexOf(_id) < plan.accounts) return;
  await undo();
  throw conflict(accountsUsed(plan));
};
