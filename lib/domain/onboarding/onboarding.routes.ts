import * as z from 'zod';
import { defineRoutes } from '#lib/kernel/route.ts';
import { progress, progressChange } from './getting-started.schema.ts';

const own = { resource: 'onboarding', holders: 'everyone' } as const;

/** Calls about the caller's own progress in Getting Started. */
export const onboardingRoutes = defineRoutes({
  getOnboarding: {
    method: 'GET',
    path: 'onboarding',
    permission: 'read_own_onboarding',
    ...own,
    input: z.strictObject({}),
    output: progress,
    audit: 'Read the progress of Getting Started',
  },
  /** Rejected with 409 if the card is to be closed while a step is left. */
  updateOnboarding: {
    method: 'PUT',
    path: 'onboarding',
    permission: 'update_own_onboarding',
    ...own,
    input: progressChange,
    output: progress,
    audit: 'Skip a step of Getting Started or close it',
  },
});
