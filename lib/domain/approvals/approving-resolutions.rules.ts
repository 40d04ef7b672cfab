import type { Resolution } from './approval.schema.ts';

/** The approving decisions, in their order. */
export const approvingResolutions = (resolutions: readonly Resolution[]): Resolution[] =>
  resolutions.filter((one) => one.user_approval_status === 'resolved');
