import type { ApprovalView, Resolution } from '#lib/domain/approvals/approval.schema.ts';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { formatCount } from '#lib/kernel/text.ts';
import type { ListFile } from '#web/components/list-spec.ts';
import { statusNames } from './statuses.tsx';

const resolutionText = (one: Resolution): string => {
  const { approver_name, user_approval_status, resource_ids, message, resolved_at } = one;
  const part = resource_ids ? ` ${formatCount(resource_ids.length, 'resource')}` : '';
  const verdict = user_approval_status === 'rejected' ? 'rejected' : `approved${part}`;
  return `${approver_name} ${verdict} at ${resolved_at}: ${message}`;
};

/** What the exported file says of an approval; times in UTC. */
export const approvalFileColumns: ListFile<ApprovalView>['columns'] = {
  Approval: ({ node_name }) => node_name,
  Bot: ({ bot_name }) => bot_name,
  Iteration: ({ loop_details }) => turnText(loop_details),
  Call: ({ given }) => given,
  Status: ({ status }) => statusNames[status],
  Message: ({ message }) => message,
  Resources: ({ resource_count }) => resource_count,
  Approvers: ({ approvers }) => approvers.join('; '),
  'Approvals required': ({ approvals_required }) => approvals_required,
  Decisions: ({ resolutions }) => resolutions.map(resolutionText).join('; '),
  'Run started by': ({ requested_by, cause }) => requested_by.join('; ') || cause,
  'Created At': ({ requested_on }) => requested_on,
  Expires: ({ expires_on }) => expires_on,
  'Run ID': ({ bot_exc_id }) => bot_exc_id,
  ID: ({ _id }) => _id,
};
