import { isoTime } from '#lib/kernel/clock.ts';
import { testOf } from './call.rules.ts';
import type { IntegrationType } from './catalogue-entry.schema.ts';
import type { Integration } from './integration.schema.ts';

const day = 24 * 3600_000;

/** The time of day (ms) of an integration's daily test, derived from its id to spread the tests. */
const timeOfDayOf = (id: string): number => {
  let hash = 7;
  for (const one of id) hash = (hash * 31 + (one.codePointAt(0) ?? 0)) >>> 0;
  return hash % day;
};

/** The next daily test (epoch ms): its time of day, at least half a day from now. */
export const nextRetest = (id: string, now: number): number => {
  const today = Math.floor(now / day) * day + timeOfDayOf(id);
  return today + Math.max(0, Math.ceil((now + day / 2 - today) / day)) * day;
};

/**
 * The fields that schedule the next daily test after a successful one. Tests that send a message to
 * people are not repeated, since nobody asked for those messages.
 */
export const retestFieldsOf = (
  type: IntegrationType,
  { _id, values }: Pick<Integration, '_id' | 'values'>,
  now: number,
): Pick<Integration, 'retest' | 'retest_at'> => {
  const { kind } = testOf(type, values);
  return kind === 'message' || kind === 'none'
    ? {}
    : { retest: 'daily', retest_at: isoTime(nextRetest(_id, now)) };
};

/** The fields that discard the result of earlier tests. */
export const untestedFields: Partial<Integration> = {
  integrationState: 'INACTIVE',
  state_reason: undefined,
  connected_as: undefined,
  tested_at: undefined,
  test: undefined,
  retest: undefined,
  retest_at: undefined,
  retest_again: undefined,
  failed_at: undefined,
};
