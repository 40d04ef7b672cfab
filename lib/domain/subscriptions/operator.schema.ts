import * as z from 'zod';
import { isoTime } from '#lib/kernel/clock.ts';
import { planKeys } from './plan.schema.ts';

const recordedPlans = planKeys.filter((key) => key !== 'none');

const time = (verb: string) =>
  z
    .string({ error: `Enter when it ${verb}, such as 2026-12-01 or 2026-12-01T00:00:00Z.` })
    .refine((text) => [z.iso.date(), z.iso.datetime()].some((one) => one.safeParse(text).success), {
      error: `Enter when it ${verb}, such as 2026-12-01 or 2026-12-01T00:00:00Z.`,
      abort: true,
    })
    .transform((text) => isoTime(Date.parse(text)));

/** A subscription of an organisation, as the operator of an installation enters it. */
export const operatorSubscription = z
  .strictObject({
    tenant_id: z.string({ error: 'Enter the id of the organisation.' }).min(1).max(100),
    plan: z.enum(recordedPlans, { error: `Choose a plan: ${recordedPlans.join(', ')}.` }),
    /** Together with the plan it identifies the subscription. */
    start_date: time('starts'),
    /** Absent: an existing end stays as it is, and a new subscription has none. */
    end_date: time('ends').optional(),
  })
  .refine(({ start_date, end_date = start_date }) => end_date >= start_date, {
    error: 'The end is before the start. Choose the same time or a later one.',
    path: ['end_date'],
  });
export type OperatorSubscription = z.infer<typeof operatorSubscription>;
