import * as z from 'zod';

/** The steps of Getting Started, in their order: the first is step 1. */
export const stepKeys = [
  'cloud',
  'communication',
  'bot',
  'user',
  'subscription',
  'dashboard',
] as const;
export type StepKey = (typeof stepKeys)[number];

/** Those that somebody may leave out. */
export const skippableSteps = ['bot', 'user', 'subscription'] as const;
const skippable = z.enum(
  skippableSteps,
  `Only these steps can be skipped: ${skippableSteps.join(', ')}.`,
);
export type SkippableStep = z.infer<typeof skippable>;

const stepStatuses = ['unchecked', 'completed', 'skipped'] as const;

/** What somebody has decided about the card; what is completed follows from what there is. */
export const keptProgress = z.object({
  skipped: z.array(z.enum(stepKeys)).default([]),
  closed: z.boolean().default(false),
});
export type KeptProgress = z.infer<typeof keptProgress>;

export const progress = z.object({
  /** Every step, in order; none for whoever sees no card. */
  steps: z.array(
    z.object({ step: z.number().int(), key: z.enum(stepKeys), status: z.enum(stepStatuses) }),
  ),
  /** The person wants to see the card no more. */
  closed: z.boolean(),
  /** It is not closed, and they may take a step at least. */
  shown: z.boolean(),
});
export type Progress = z.infer<typeof progress>;
export type StepProgress = Progress['steps'][number];

export const progressChange = z
  .strictObject({
    skip: skippable.optional(),
    closed: z.literal(true, 'A closed card stays closed.').optional(),
  })
  .refine(({ skip, closed }) => skip !== undefined || closed !== undefined, {
    message: 'Name a step to skip, or close the card.',
    path: ['skip'],
  });
