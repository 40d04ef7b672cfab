import type { Resolution } from './approval.schema.ts';

/** The decisions of those who approved, in their order. */
export const agreeing = (resolutions: readonly Resolution[]): Resolution[] =>
  resolutions.filter((one) => one.user_approval_status === 'resolved');
