import { pathTo } from '#lib/pages.ts';
import type { ApprovalHeader, ApprovalStatus } from '../../approvals/approval.schema.ts';
import { approvalStatuses } from '../../approvals/approval.schema.ts';
import type { UserInput } from '../../user-inputs/user-input.schema.ts';
import type { Meaning, WidgetData } from '../widgets/data.schema.ts';

const approvalDisplay: Record<ApprovalStatus, { name: string; meaning: Meaning }> = {
  pending: { name: 'Pending', meaning: 'medium' },
  approved: { name: 'Approved', meaning: 'positive' },
  resolved: { name: 'Resolved', meaning: 'info' },
  rejected: { name: 'Rejected', meaning: 'high' },
  expired: { name: 'Expired', meaning: 'low' },
  cancelled: { name: 'Cancelled', meaning: 'neutral' },
};

const notesOf = (candidates: readonly (string | false)[]): { notes?: string[] } => {
  const notes = candidates.filter((one) => one !== false);
  return notes.length > 0 ? { notes } : {};
};

/** Approvals by status; `maxPending` is the number up to which pending ones are counted. */
export const approvalsByStatus = (
  counts: Readonly<Partial<Record<ApprovalStatus, number>>>,
  { maxPending, seesAll }: { maxPending: number; seesAll: boolean },
): WidgetData => ({
  kind: 'parts',
  unit: 'count',
  parts: approvalStatuses
    .map((status) => ({
      ...approvalDisplay[status],
      value: counts[status] ?? 0,
      link: pathTo('approvals', {}, { pageNumber: '1', status }),
    }))
    .filter(({ value }) => value > 0),
  ...notesOf([
    (counts.pending ?? 0) >= maxPending && `Pending: ${maxPending.toLocaleString('en')} or more.`,
    !seesAll && 'Counts the whole organisation. The list shows only approvals that you may see.',
  ]),
});

type WaitingRow = { request: string; bot: string; since: string; until: string; link: string };

export const approvalRowOf = (one: ApprovalHeader): WaitingRow => ({
  request: one.message,
  bot: one.bot_name,
  since: one.requested_on,
  until: one.expires_on,
  link: pathTo('approval', { approval_id: one._id }),
});

export const inputRowOf = (one: UserInput): WaitingRow => ({
  request: one.message,
  bot: one.bot_name,
  since: one.created_at,
  until: one.expires_on,
  link: pathTo('userInput', { user_input_id: one._id }),
});

/** How many rows are listed. */
export const maxWaitingRows = 7;

/** Approvals and forms that wait for people, those that have waited longest first. */
export const waitingForPeople = (
  waiting: readonly WaitingRow[],
  of: { count: number; isMore: boolean },
): WidgetData => ({
  kind: 'table',
  columns: [
    { name: 'Request', kind: 'text' },
    { name: 'Bot', kind: 'text' },
    { name: 'Waiting', kind: 'ago' },
    { name: 'Expires', kind: 'time' },
  ],
  rows: waiting
    .toSorted((a, b) => (a.since < b.since ? -1 : 1))
    .slice(0, maxWaitingRows)
    .map(({ request, bot, since, until, link }) => ({ cells: [request, bot, since, until], link })),
  ...(of.count > maxWaitingRows && {
    notes: [`The ${maxWaitingRows} oldest of ${of.count}${of.isMore ? ' or more' : ''}.`],
  }),
});
