import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Token from '@cloudscape-design/components/token';
import * as z from 'zod';
import { approvalStatuses, type ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { approvals } from '#web/api/approvals.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { choiceParam, pageParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useDiscard } from '#web/components/use-discard.tsx';
import { useList } from '#web/components/use-list.ts';
import { BulkPanel } from './bulk-panel.tsx';
import { approvalColumns } from './columns.tsx';
import { approvalFileColumns } from './file-columns.ts';
import { approvalsHelp } from './help.tsx';
import { ImpactedResources } from './impacted-resources.tsx';
import { statusNames } from './statuses.tsx';

const urlState = z.object({
  pageNumber: pageParam,
  status: choiceParam(approvalStatuses),
  /** The id of a resource to filter by; only the address sets it. */
  resource: z.string().min(1).max(2048).optional().catch(undefined),
});

/** Milliseconds between polls of the list while the page is open. */
const pollEvery = 30_000;

type TokenProps = { id: string | undefined; onDismiss: () => void };

/** The resource that the list is filtered by. */
const ResourceToken = ({ id, onDismiss }: TokenProps) =>
  id === undefined ? null : (
    <Token
      variant="inline"
      label={`Resource: ${id}`}
      dismissLabel="Show the approvals of all resources"
      onDismiss={onDismiss}
    />
  );

/** The selected rows, and those of them that the open panel decides on. */
const useBulkSelection = (visibleApprovals: readonly ApprovalView[] = []) => {
  const refusal = useRefusal(approvals.resolveApproval);
  const [selection, select] = useState<readonly ApprovalView[]>([]);
  // Approvals that others have decided meanwhile are removed from the selection.
  const decidableIds = new Set(
    visibleApprovals.flatMap(({ _id, may_act }) => (may_act ? [_id] : [])),
  );
  const selected = selection.filter(({ _id }) => decidableIds.has(_id));
  const [deciding, setDeciding] = useState<readonly ApprovalView[]>();
  const { report, pass, dialog } = useDiscard();
  const close = () => pass(() => setDeciding(undefined));
  const emptyReason = selected.length === 0 ? 'Select approvals that wait for you.' : undefined;
  return {
    selected,
    select,
    reason: refusal ?? emptyReason,
    open: (then: () => void) =>
      pass(() => {
        setDeciding(selected);
        then();
      }),
    dialog,
    panel: deciding && {
      title: 'Decide on several approvals',
      width: 480,
      body: (
        <BulkPanel
          key={deciding.map(({ _id }) => _id).join()}
          selectedApprovals={deciding}
          onClose={close}
          onDirty={report}
          onDecided={(ids) => select((rows) => rows.filter(({ _id }) => !ids.includes(_id)))}
        />
      ),
      onClose: close,
    },
  };
};

export const approvalList = listOf({
  id: 'approvals',
  url: urlState,
  page: 'pageNumber',
  filter: ['status', 'resource'],
  call: approvals.listApprovals,
  inputOf: ({ status, resource }) => ({ status, resource }),
  poll: pollEvery,
  file: {
    name: 'approvals.csv',
    noun: 'approval',
    columns: approvalFileColumns,
  },
});

/** The approvals that bots request. */
export const ApprovalsPage = () => {
  const { url, changeFilter, answer, list, refreshList } = useList(approvalList);
  useChannel('approval_updated', refreshList);
  const { selected, select, reason, open, panel, dialog } = useBulkSelection(answer.data?.items);
  const [impacted, setImpacted] = useState<ApprovalView>();
  // The selection is cleared on another page or filter.
  const withClearedSelection =
    <Args extends unknown[]>(callback: (...args: Args) => void) =>
    (...args: Args) => {
      select([]);
      callback(...args);
    };
  usePage({
    page: 'approvals',
    contentType: 'table',
    help: approvalsHelp,
    drawer: panel,
    splitPanel: impacted && {
      title: 'Impacted resources',
      body: <ImpactedResources key={impacted._id} approval={impacted} />,
      onClose: () => setImpacted(undefined),
    },
  });
  return (
    <>
      {dialog}
      <ListTable
        {...list}
        title="Approvals"
        rows="approvals"
        refreshText="Refetch"
        info={<InfoLink />}
        columns={approvalColumns(setImpacted)}
        onPage={withClearedSelection(list.onPage)}
        keyOf={({ _id }) => _id}
        nameOf={({ node_name, bot_name, loop_details, given }) =>
          [`${node_name} of ${bot_name}`, turnText(loop_details), given].filter(Boolean).join(', ')
        }
        selected={selected}
        onSelect={select}
        isSelectable={({ may_act }) => may_act}
        actions={
          <Button
            {...disabledBy(reason)}
            // Both panels beside the list would leave no space for it.
            onClick={() => open(() => setImpacted(undefined))}
          >
            Decide on selected
          </Button>
        }
        onClearFilter={list.onClearFilter && withClearedSelection(list.onClearFilter)}
        filter={
          <FilterBar
            url={url}
            changeFilter={withClearedSelection(changeFilter)}
            choices={[
              {
                param: 'status',
                label: 'Status',
                all: 'Any status',
                values: approvalStatuses,
                labelOf: (value) => statusNames[value],
              },
            ]}
          >
            <ResourceToken
              id={url.resource}
              onDismiss={() => withClearedSelection(changeFilter)({ resource: undefined })}
            />
          </FilterBar>
        }
        empty={{
          title: 'No approvals',
          text: 'Approvals that name you as an approver appear here when a bot asks for them.',
        }}
      />
    </>
  );
};
