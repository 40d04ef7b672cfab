import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { approvalStatuses, type ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { Choice } from '#web/components/choice.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import { turnText } from '#web/components/turn-text.ts';
import { choiceParam, pageParam, useUrlState } from '#web/components/use-url-state.ts';
import { BulkPanel } from './bulk-panel.tsx';
import { approvalColumns } from './columns.tsx';
import { approvalsHelp } from './help.tsx';
import { Impacted } from './impacted.tsx';
import { statusNames } from './statuses.tsx';

const urlState = z.object({ pageNumber: pageParam, status: choiceParam(approvalStatuses) });

type Url = z.output<typeof urlState>;

/** Spec 2 section 7: lists of approvals are looked at again while the page is open. */
const pollEvery = 30_000;

const useApprovals = ({ pageNumber, status }: Url, size: number) => {
  const input = { page_number: pageNumber, number_of_items: size, status };
  const answer = useCall(approvals.listApprovals, input, { keep: true, poll: pollEvery });
  useChannel('approval_updated', () => void answer.refetch());
  return answer;
};

/** The rows that are selected, and those among them that a panel now decides on. */
const useSelection = (shown: readonly ApprovalView[] = []) => {
  const refusal = useRefusal(approvals.resolveApproval);
  const [chosen, select] = useState<readonly ApprovalView[]>([]);
  // What others decide meanwhile is no longer anybody's to choose.
  const open = new Set(shown.flatMap(({ _id, may_act }) => (may_act ? [_id] : [])));
  const selected = chosen.filter(({ _id }) => open.has(_id));
  const [deciding, setDeciding] = useState<readonly ApprovalView[]>();
  const none = selected.length === 0 ? 'Select approvals that wait for you.' : undefined;
  return {
    selected,
    select,
    reason: refusal ?? none,
    open: () => setDeciding(selected),
    panel: deciding && {
      title: 'Decide on several approvals',
      width: 480,
      body: (
        <BulkPanel
          key={deciding.map(({ _id }) => _id).join()}
          chosen={deciding}
          onClose={() => setDeciding(undefined)}
          onDecided={(ids) => select((rows) => rows.filter(({ _id }) => !ids.includes(_id)))}
        />
      ),
      onClose: () => setDeciding(undefined),
    },
  };
};

/** What bots ask people for (spec 2 section 2.2). */
export const ApprovalsPage = () => {
  const [url, change] = useUrlState(urlState);
  const size = usePageSize('approvals');
  const { pageNumber: page, status } = url;
  const answer = useApprovals(url, size);
  const { selected, select, reason, open, panel } = useSelection(answer.data?.items);
  const [impacted, setImpacted] = useState<ApprovalView>();
  const go = (to: Partial<Url>) => {
    select([]);
    change(to);
  };
  usePage({
    page: 'approvals',
    contentType: 'table',
    help: approvalsHelp,
    drawer: panel,
    splitPanel: impacted && {
      title: 'Impacted resources',
      body: <Impacted key={impacted._id} approval={impacted} />,
      onClose: () => setImpacted(undefined),
    },
  });
  return (
    <ListTable
      id="approvals"
      title="Approvals"
      rows="approvals"
      info={<InfoLink />}
      columns={approvalColumns(setImpacted)}
      answer={answer}
      page={page}
      pageSize={size}
      onPage={(next) => go({ pageNumber: next.page })}
      keyOf={({ _id }) => _id}
      nameOf={({ node_name, bot_name, loop_details }) =>
        [`${node_name} of ${bot_name}`, turnText(loop_details)].filter(Boolean).join(', ')
      }
      selected={selected}
      onSelect={select}
      isSelectable={({ may_act }) => may_act}
      actions={
        <Button
          {...disabledBy(reason)}
          onClick={() => {
            // Both beside the list would leave nothing of it.
            setImpacted(undefined);
            open();
          }}
        >
          Decide on selected
        </Button>
      }
      filter={
        <SpaceBetween size="xs" direction="horizontal">
          <Choice
            label="Status"
            all="Any status"
            values={approvalStatuses}
            labelOf={(value) => statusNames[value]}
            value={status}
            onChange={(chosen) => go({ status: chosen, pageNumber: 1 })}
          />
        </SpaceBetween>
      }
      onClearFilter={status ? () => go({ status: undefined, pageNumber: 1 }) : undefined}
      empty={{
        title: 'No approvals',
        text: 'A bot that asks for an approval, and names you as an approver, appears here.',
      }}
    />
  );
};
