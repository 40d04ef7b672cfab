import { isoTime } from '#lib/kernel/clock.ts';
import { testOf } from './call.rules.ts';
import type { IntegrationType } from './catalogue-entry.schema.ts';
import type { Integration } from './integration.schema.ts';

const day = 24 * 3600_000;

/** The time of day (ms) that an integration is tested at: those of all are spread over the day. */
const slotOf = (id: string): number => {
  let hash = 7;
  for (const one of id) hash = (hash * 31 + (one.codePointAt(0) ?? 0)) >>> 0;
  return hash % day;
};

/** The next time of day of an integration that is at least half a day from now. */
export const nextRetest = (id: string, now: number): number => {
  const today = Math.floor(now / day) * day + slotOf(id);
  return today + Math.max(0, Math.ceil((now + day / 2 - today) / day)) * day;
};

/**
 * What says when an integration is tested again by itself, once it was found to work. One whose
 * test sends a message to people is not: nobody asked for it.
 */
export const retestOf = (
  type: IntegrationType,
  { _id, values }: Pick<Integration, '_id' | 'values'>,
  now: number,
): Pick<Integration, 'retest' | 'retest_at'> => {
  const { kind } = testOf(type, values);
  return kind === 'message' || kind === 'none'
    ? {}
    : { retest: 'daily', retest_at: isoTime(nextRetest(_id, now)) };
};

/** What a test found holds no more. */
export const untested: Partial<Integration> = {
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
