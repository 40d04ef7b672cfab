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

/** The steps that a user may skip. */
export const skippableSteps = ['bot', 'user', 'subscription'] as const;
const skippable = z.enum(
  skippableSteps,
  `Only these steps can be skipped: ${skippableSteps.join(', ')}.`,
);
export type SkippableStep = z.infer<typeof skippable>;

const stepStatuses = ['unchecked', 'completed', 'skipped'] as const;

/** A user's choices about the card; which steps are completed is derived from the data. */
export const storedProgress = z.object({
  skipped: z.array(z.enum(stepKeys)).default([]),
  closed: z.boolean().default(false),
});
export type StoredProgress = z.infer<typeof storedProgress>;

export const progress = z.object({
  /** All steps in order; empty for a user who sees no card. */
  steps: z.array(
    z.object({ step: z.number().int(), key: z.enum(stepKeys), status: z.enum(stepStatuses) }),
  ),
  /** Whether the user has closed the card for good. */
  closed: z.boolean(),
  /** Whether the card is not closed and the user may take at least one step. */
  shown: z.boolean(),
});
export type Progress = z.infer<typeof progress>;
export type StepProgress = Progress['steps'][number];

export const progressChange = z
  .strictObject({
    skip: skippable.optional(),
    closed: z.literal(true, 'A closed card cannot be opened again.').optional(),
  })
  .refine(({ skip, closed }) => skip !== undefined || closed !== undefined, {
    message: 'Choose a step to skip, or close the card.',
    path: ['skip'],
  });
