import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { ApprovalResource, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { areResources, InvalidResources } from './invalid-resources.tsx';
import { resourceColumns } from './resource-columns.tsx';

/**
 * Pages of 10; the whole set, up to 1,000, is fetched at once so that resources can be selected.
 */
const pageSize = 10;
const maxResources = 1000;

type Props = {
  approval: ApprovalView;
  /** Present if some of the resources can be selected. */
  selection?: { chosen: readonly ApprovalResource[]; choose: (chosen: ApprovalResource[]) => void };
  inPlace?: boolean;
};

const counterOf = (total: number, selected: number): string =>
  selected > 0 ? `(${selected}/${total})` : `(${total})`;

const heading = 'Resources';

/** If only some were approved, the others are listed after them: the requester looks for both. */
const decidedColumn = (approved: ReadonlySet<string>): Column => ({
  id: 'decision',
  header: 'Decision',
  width: 140,
  minWidth: 130,
  cell: ({ id }) =>
    approved.has(id) ? (
      <StatusIndicator type="success">Approved</StatusIndicator>
    ) : (
      <StatusIndicator type="error">Rejected</StatusIndicator>
    ),
});

type Column = TableProps.ColumnDefinition<ApprovalResource>;

/** The approved ids, if the approval was resolved; undefined otherwise. */
const approvedIdsOf = ({ status, approved_ids }: ApprovalView): ReadonlySet<string> | undefined =>
  status === 'resolved' ? new Set(approved_ids) : undefined;

const sortApprovedFirst = (
  all: ApprovalResource[],
  approved: ReadonlySet<string> | undefined,
): ApprovalResource[] =>
  approved
    ? [...all.filter(({ id }) => approved.has(id)), ...all.filter(({ id }) => !approved.has(id))]
    : all;

const noResources = (
  <Box textAlign="center" color="inherit">
    This approval lists no resources: the whole step is approved or rejected.
  </Box>
);

const noMatch = (
  <Box textAlign="center" color="inherit">
    No resources match the filter.
  </Box>
);

/** The resources that will change; for a partly approved request also those left out. */
export const Resources = ({ approval, selection, inPlace = false }: Props) => {
  const input = { approval_id: approval._id, number_of_items: maxResources };
  const approved = approvedIdsOf(approval);
  const { data, error, isLoading, refetch } = useCall(approvals.listApprovalResources, input);
  const all = sortApprovedFirst(data?.items ?? [], approved);
  const { items, collectionProps, filterProps, filteredItemsCount, paginationProps } =
    useCollection(all, {
      filtering: { empty: noResources, noMatch },
      pagination: { pageSize },
      sorting: {},
    });
  const failed = error && <LoadFailed error={error} subject="resources" onRetry={refetch} />;
  if (!areResources(all)) return <InvalidResources />;
  return (
    <Table<ApprovalResource>
      {...collectionProps}
      // The widths of columns follow their content, which is known once it is loaded.
      key={isLoading ? 'loading' : 'loaded'}
      variant={inPlace ? 'borderless' : 'container'}
      items={items}
      trackBy="id"
      loading={isLoading}
      loadingText="Loading resources"
      columnDefinitions={[...(approved ? [decidedColumn(approved)] : []), ...resourceColumns(all)]}
      enableKeyboardNavigation
      resizableColumns
      header={
        <Header
          variant={inPlace ? 'h3' : 'h2'}
          {...(all.length > 0 && { counter: counterOf(all.length, selection?.chosen.length ?? 0) })}
        >
          {heading}
        </Header>
      }
      filter={
        all.length > 5 && (
          <TextFilter
            {...filterProps}
            filteringAriaLabel="Find resources"
            filteringPlaceholder="Find resources"
            countText={`${filteredItemsCount ?? 0} matches`}
          />
        )
      }
      pagination={all.length > pageSize && <Pagination {...paginationProps} />}
      empty={failed ?? collectionProps.empty}
      ariaLabels={{
        tableLabel: heading,
        itemSelectionLabel: (_state, { name, id }) => `Select ${name ?? id}`,
        allItemsSelectionLabel: () => 'Select all resources on this page',
        selectionGroupLabel: 'Selection of resources',
      }}
      {...(selection && {
        selectionType: 'multi' as const,
        selectedItems: selection.chosen,
        onSelectionChange: ({ detail }: { detail: { selectedItems: ApprovalResource[] } }) =>
          selection.choose(detail.selectedItems),
      })}
    />
  );
};
