import type { Decision, OutcomeKind } from './outcome.schema.ts';

/** Display names of the outcomes of runs. */
export const outcomeNames: Record<OutcomeKind, string> = {
  approved: 'Approved',
  partly_approved: 'Partly approved',
  rejected: 'Rejected',
  expired: 'Expired',
  failed: 'Failed',
};

/** `2 of 14 resources`; empty if there was only one thing to decide. */
export const shareText = ({ approved, asked, of }: Decision): string =>
  asked > 1 ? [`${approved} of ${asked}`, of].filter(Boolean).join(' ') : '';

const byText = ({ by, message }: Decision): string => {
  const whom = by.length > 0 ? ` by ${by.join(', ')}` : '';
  return message === undefined ? `${whom}.` : `${whom}: ${message}`;
};

/** A sentence on what was decided, by whom and why: `Rejected by ada@example.com: Not today`. */
export const decisionText = (decision: Decision): string => {
  const { kind, asked } = decision;
  if (kind === 'expired') {
    return asked === 0
      ? 'Nobody filled in the form before it expired.'
      : 'Nobody decided before the approval expired.';
  }
  const share = shareText(decision);
  const verb = kind === 'rejected' || share === '' ? outcomeNames[kind] : `${share} approved`;
  return `${verb}${byText(decision)}`;
};
