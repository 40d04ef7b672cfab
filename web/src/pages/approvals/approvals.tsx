import * as z from 'zod';
import { approvalStatuses, type ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Choice } from '#web/components/choice.tsx';
import { Link, LinkButton } from '#web/components/link.tsx';
import { type Column, ListTable, usePageSize } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { choiceParam, pageParam, useUrlState } from '#web/components/use-url-state.ts';
import { approvalsHelp } from './help.tsx';
import { Status, statusNames } from './statuses.tsx';

const urlState = z.object({ pageNumber: pageParam, status: choiceParam(approvalStatuses) });

/** Spec 2 section 7: lists of approvals are looked at again while the page is open. */
const pollEvery = 30_000;

const agreed = ({ resolutions }: ApprovalView): number =>
  resolutions.filter(({ user_approval_status }) => user_approval_status === 'resolved').length;

const columns: Column<ApprovalView>[] = [
  {
    id: 'name',
    name: 'Approval',
    isRowHeader: true,
    minWidth: 170,
    cell: ({ _id, node_name }) => <Link to={`/approvals/view/${_id}`}>{node_name}</Link>,
  },
  {
    id: 'status',
    name: 'Status',
    width: 130,
    minWidth: 120,
    cell: ({ status }) => <Status status={status} />,
  },
  {
    id: 'bot',
    name: 'Bot',
    minWidth: 180,
    cell: ({ bot_id, bot_name }) => <Link to={`/bots/${bot_id}?mode=view`}>{bot_name}</Link>,
  },
  { id: 'message', name: 'Message', minWidth: 200, cell: ({ message }) => message || '-' },
  {
    id: 'agreed',
    name: 'Approved by',
    width: 140,
    minWidth: 140,
    cell: (one) => `${agreed(one)} of ${one.approvals_required}`,
  },
  {
    id: 'resources',
    name: 'Resources',
    width: 125,
    minWidth: 125,
    cell: (one) => one.resource_count,
  },
  {
    id: 'requested',
    name: 'Requested',
    hidden: true,
    width: 230,
    minWidth: 230,
    cell: ({ requested_on }) => <Time at={requested_on} />,
  },
  {
    id: 'expires',
    name: 'Expires',
    width: 230,
    minWidth: 230,
    cell: ({ expires_on }) => <Time at={expires_on} />,
  },
  {
    id: 'run',
    name: 'Run',
    minWidth: 320,
    hidden: true,
    cell: ({ bot_id, bot_exc_id }) => (
      <Link to={`/bots/${bot_id}/executions/${bot_exc_id}?mode=view`}>{bot_exc_id}</Link>
    ),
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 130,
    minWidth: 130,
    cell: ({ _id, may_act, node_name, reason }) => (
      <LinkButton
        variant="inline-link"
        to={`/approvals/${_id}`}
        ariaLabel={`Take action on ${node_name}`}
        disabled={!may_act}
        disabledReason={reason ?? ''}
      >
        Take action
      </LinkButton>
    ),
  },
];

/** What bots ask people for (spec 2 section 2.2). */
export const ApprovalsPage = () => {
  const [url, change] = useUrlState(urlState);
  const size = usePageSize('approvals');
  const { pageNumber: page, status } = url;
  const input = { page_number: page, number_of_items: size, status };
  const answer = useCall(approvals.listApprovals, input, { keep: true, poll: pollEvery });
  useChannel('approval_updated', () => void answer.refetch());
  usePage({ title: 'Approvals', contentType: 'table', help: approvalsHelp });
  return (
    <ListTable
      id="approvals"
      title="Approvals"
      rows="approvals"
      info={<InfoLink />}
      columns={columns}
      answer={answer}
      page={page}
      pageSize={size}
      onPage={(next) => change({ pageNumber: next.page })}
      keyOf={({ _id }) => _id}
      nameOf={({ node_name }) => node_name}
      filter={
        <Choice
          label="Status"
          all="Any status"
          values={approvalStatuses}
          labelOf={(value) => statusNames[value]}
          value={status}
          onChange={(chosen) => change({ status: chosen, pageNumber: 1 })}
        />
      }
      onClearFilter={status ? () => change({ status: undefined, pageNumber: 1 }) : undefined}
      empty={{
        title: 'No approvals',
        text: 'A bot that asks for an approval, and names you as an approver, appears here.',
      }}
    />
  );
};
