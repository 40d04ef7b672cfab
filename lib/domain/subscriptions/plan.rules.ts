import { isoTime } from '#lib/kernel/clock.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Plan, PlanKey } from './plan.schema.ts';
import type { Subscription } from './subscription.schema.ts';

/**
 * The numbers of every plan. A trial is a Standard plan for 14 days. An organisation without a plan
 * can start nothing but loses nothing: it may subscribe again.
 */
export const plans: Readonly<Record<PlanKey, Plan>> = {
  none: {
    key: 'none',
    name: 'No plan',
    executions: 0,
    accounts: 0,
    smallest_interval: 15,
    retention_days: limits.retentionDays,
  },
  trial: {
    key: 'trial',
    name: 'Trial',
    executions: 20_000,
    accounts: 5,
    smallest_interval: 5,
    retention_days: 90,
  },
  starter: {
    key: 'starter',
    name: 'Starter',
    executions: 7_000,
    accounts: 2,
    smallest_interval: 15,
    retention_days: 30,
  },
  standard: {
    key: 'standard',
    name: 'Standard',
    executions: 20_000,
    accounts: 5,
    smallest_interval: 5,
    retention_days: 90,
  },
  enterprise: {
    key: 'enterprise',
    name: 'Enterprise',
    executions: null,
    accounts: null,
    smallest_interval: 1,
    retention_days: limits.retentionDays,
  },
};

const day = 24 * 3600_000;

type Held = Pick<Subscription, 'subscription_type' | 'plan' | 'start_date' | 'end_date'>;

/** The plan of a subscription. */
export const planKeyOf = ({ subscription_type, plan = 'standard' }: Held): PlanKey =>
  subscription_type === 'aws_marketplace_subscription' ? plan : subscription_type;

const isLive = ({ start_date, end_date }: Held, now: number): boolean =>
  Date.parse(start_date) <= now && (end_date === undefined || now < Date.parse(end_date));

/** The size of a plan, by which plans are compared. */
export const executionsOf = (plan: Plan): number => plan.executions ?? Number.POSITIVE_INFINITY;

const trialRank = ({ key }: Plan): number => Number(key === 'trial');

/**
 * The plan that applies now: the largest one subscribed to; of two equally large ones not the
 * trial. An organisation that never had a subscription is older than plans and has no limits.
 */
export const planOf = (subscriptions: readonly Held[], now: number): Plan => {
  if (subscriptions.length === 0) return plans.enterprise;
  const live = subscriptions.filter((one) => isLive(one, now)).map((one) => plans[planKeyOf(one)]);
  const [largest] = live.toSorted(
    (a, b) => executionsOf(b) - executionsOf(a) || trialRank(a) - trialRank(b),
  );
  return largest ?? plans.none;
};

/** For how many days after a change to a smaller plan runs are kept as long as before. */
export const graceDays = 30;

/** How many days runs are kept: the most within the grace period, as deletion is final. */
export const runRetentionDays = (subscriptions: readonly Held[], now: number): number => {
  const since = now - graceDays * day;
  const changes = subscriptions
    .flatMap(({ start_date, end_date = start_date }) => [start_date, end_date])
    .map((at) => Date.parse(at))
    .filter((at) => at > since && at < now);
  const days = [since, ...changes, now].map((at) => planOf(subscriptions, at).retention_days);
  return Math.max(...days);
};

/** The month in which plans count (UTC): `2026-09`. */
export const monthOf = (now: number): string => isoTime(now).slice(0, 7);

const startOf = (now: number, months = 0): number => {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
};

/** When the next month begins (ISO time). */
export const resetAt = (now: number): string => isoTime(startOf(now, 1));

/** The expected count at the end of the month; at least one full day is taken as passed. */
export const forecastOf = (used: number, now: number): number => {
  const elapsed = Math.max(now - startOf(now), day);
  return Math.max(used, Math.round((used * (startOf(now, 1) - startOf(now))) / elapsed));
};

const subscribeHint = 'See Account, Subscription.';

/** Why a run does not start, as a sentence. */
export const executionLimitText = ({ key, name, executions }: Plan, now: number): string =>
  key === 'none'
    ? 'The subscription has ended, so no bot starts. Subscribe to start bots again. ' +
      subscribeHint
    : `The ${name} plan includes ${executions?.toLocaleString('en')} bot executions a month, and ` +
      `all of them are used. Change to a larger plan, or wait until ` +
      `${resetAt(now).slice(0, 10)}. ` +
      subscribeHint;

/** Why a cloud account or cluster cannot be connected, as a sentence. */
export const accountLimitText = ({ key, name, accounts }: Plan): string =>
  key === 'none'
    ? `The subscription has ended. Subscribe to connect more accounts. ${subscribeHint}`
    : `The ${name} plan includes ${accounts} cloud and Kubernetes accounts, and ` +
      `all are connected. ` +
      `Delete one, or change to a larger plan. ${subscribeHint}`;

const withPlan = ({ key, name }: Plan): string =>
  key === 'none' ? 'Without a subscription' : `With the ${name} plan`;

/** Why a timetable is rejected; undefined if it is not. */
export const intervalProblem = (plan: Plan, minutes: number): string | undefined =>
  minutes >= plan.smallest_interval
    ? undefined
    : `${withPlan(plan)}, a bot can run every ${plan.smallest_interval} minutes at most. ` +
      `Choose a longer interval, or change to a larger plan. ${subscribeHint}`;

/** Every plan allows timetables with at least this interval (minutes). */
export const intervalAllowedByAll = Math.max(
  ...Object.values(plans).map(({ smallest_interval }) => smallest_interval),
);
