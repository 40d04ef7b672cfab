import * as z from 'zod';
import {
  type DelayUnit,
  delayUnits,
  maxDelaySeconds,
  moment,
} from '#lib/domain/bots/nodes/delay.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import { type Call, dryRunOutcome, failed, type Failed, type NodeRules } from './node.ts';

/** The settings after their expressions were evaluated. */
const evaluatedSettings = z.object({
  mode: z.string(),
  seconds: z.unknown().optional(),
  unit: z
    .custom<DelayUnit>((unit) => typeof unit === 'string' && unit in delayUnits)
    .default('seconds'),
  until: z.unknown().optional(),
});

const whole = z.coerce.number().int().min(1);

const endOfDuration = (value: unknown, unit: DelayUnit, now: number): number | Failed => {
  const isNumber = typeof value === 'number' || typeof value === 'string';
  const parsed = whole.safeParse(isNumber ? value : undefined);
  const seconds = parsed.success ? parsed.data * delayUnits[unit] : Infinity;
  if (seconds <= maxDelaySeconds) return now + seconds * 1000;
  const maxDelay = Math.floor(maxDelaySeconds / delayUnits[unit]);
  return failed(`The ${unit} to wait must be a whole number from 1 to ${maxDelay} (one year).`);
};

const endOfMoment = (value: unknown, now: number): number | Failed => {
  const parsed = moment.safeParse(value);
  if (!parsed.success) {
    return failed('The time to wait for must be ISO 8601 with an offset or Z: 2027-01-31T08:00Z.');
  }
  const until = Date.parse(parsed.data);
  return until <= now + maxDelaySeconds * 1000
    ? until
    : failed('The time to wait for is more than a year ahead.');
};

const begin = ({ settings, now }: Call) => {
  const { mode, seconds, unit, until: time } = evaluatedSettings.parse(settings);
  const until = mode === 'until' ? endOfMoment(time, now) : endOfDuration(seconds, unit, now);
  if (typeof until !== 'number') return until;
  const at = isoTime(until);
  if (until <= now) return { type: 'done' as const, output: { until: at }, handle: 'next' };
  const input = mode === 'until' ? { until: at } : { seconds: (until - now) / 1000 };
  const pretend = dryRunOutcome(`wait until ${at}`);
  return { type: 'wait' as const, kind: 'time' as const, until, input, pretend };
};

export const delay: NodeRules = {
  begin,

  async resume({ waiting, now }) {
    const until = Date.parse(waiting.until);
    return now < until
      ? undefined
      : { type: 'done', output: { until: isoTime(until) }, handle: 'next' };
  },
};
