import * as z from 'zod';
import { template } from './template.schema.ts';

const delayModes = ['duration', 'until'] as const;

/** Length of each unit in seconds. */
export const delayUnits = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;
export type DelayUnit = keyof typeof delayUnits;

const unitNames = ['seconds', 'minutes', 'hours', 'days'] as const;

/** Maximum delay in seconds: one year. */
export const maxDelaySeconds = 31_536_000;

/** A time in ISO 8601 with an offset or Z, so that it is unambiguous. */
export const moment = z.iso.datetime({ offset: true });

export const delaySettings = z.strictObject({
  mode: z.enum(delayModes).default('duration').meta({
    title: 'Wait',
    description: 'For a duration, or until a point in time.',
  }),
  seconds: z
    .union(
      [z.number().int().min(1).max(maxDelaySeconds), template().min(1)],
      'Enter a whole number.',
    )
    .default(60)
    .meta({
      title: 'How long',
      description: 'A whole number, or an expression that yields one; one year at most.',
      control: 'expression',
      unit_in: 'unit',
      when: { mode: ['duration'] },
    }),
  unit: z
    .enum(unitNames)
    .default('seconds')
    .meta({ title: 'Unit', when: { mode: ['duration'] } }),
  until: template()
    .min(1, 'Enter a time.')
    .default('')
    .meta({
      title: 'Until',
      description:
        'A time with its offset or Z, or an expression that yields one; at most a year ahead. ' +
        'If it is in the past, the run does not wait.',
      placeholder: '2027-01-31T08:00:00Z',
      control: 'expression',
      when: { mode: ['until'] },
    }),
});
