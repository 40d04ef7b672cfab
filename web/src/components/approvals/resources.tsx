import { useCollection } from '@cloudscape-design/collection-hooks';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { ApprovalResource, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { localTime } from '#web/components/time.tsx';

/** Spec 2 section 9: pages of 10; the whole set, up to 1,000, is fetched at once to choose from. */
const pageSize = 10;
const wholeSet = 1000;

const knownFields = new Set(['id', 'name', 'region', 'created_at']);

const cellText = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const extraColumns = (
  resources: readonly ApprovalResource[],
): TableProps.ColumnDefinition<ApprovalResource>[] =>
  [...new Set(resources.flatMap((one) => Object.keys(one)))]
    .filter((field) => !knownFields.has(field))
    .slice(0, 10)
    .map((field) => ({
      id: field,
      header: field,
      minWidth: 140,
      cell: (one) => cellText(one[field]),
    }));

const columnsFor = (
  resources: readonly ApprovalResource[],
): TableProps.ColumnDefinition<ApprovalResource>[] => [
  {
    id: 'name',
    header: 'Name',
    isRowHeader: true,
    width: 160,
    minWidth: 120,
    sortingField: 'name',
    cell: ({ name, id }) => name ?? id,
  },
  {
    id: 'id',
    header: 'ID',
    width: 380,
    minWidth: 160,
    sortingField: 'id',
    cell: ({ id }) => id,
  },
  {
    id: 'region',
    header: 'Region',
    width: 130,
    minWidth: 100,
    sortingField: 'region',
    cell: ({ region }) => region ?? '-',
  },
  {
    id: 'created',
    header: 'Created',
    width: 210,
    minWidth: 140,
    sortingField: 'created_at',
    cell: ({ created_at }) => (created_at ? localTime(created_at) : '-'),
  },
  ...extraColumns(resources),
];

type Props = {
  approval: ApprovalView;
  /** Present where a part can be chosen. */
  selection?: { chosen: readonly ApprovalResource[]; choose: (chosen: ApprovalResource[]) => void };
  inPlace?: boolean;
};

const counterOf = (total: number, selected: number): string =>
  selected > 0 ? `(${selected}/${total})` : `(${total})`;

const headingOf = ({ status }: ApprovalView): string =>
  status === 'resolved' ? 'Approved resources' : 'Resources';

const noResources = (
  <Box textAlign="center" color="inherit">
    This approval is about no resources: the whole step is approved or rejected.
  </Box>
);

const noMatch = (
  <Box textAlign="center" color="inherit">
    No resources match the filter.
  </Box>
);

/** What will change; of a partly approved request only what was approved (spec 2 section 4). */
export const Resources = ({ approval, selection, inPlace = false }: Props) => {
  const input = {
    approval_id: approval._id,
    number_of_items: wholeSet,
    ...(approval.status === 'resolved' && { approved_only: 'true' as const }),
  };
  const { data, error, isLoading, refetch } = useCall(approvals.listApprovalResources, input);
  const all = data?.items ?? [];
  const { items, collectionProps, filterProps, filteredItemsCount, paginationProps } =
    useCollection(all, {
      filtering: { empty: noResources, noMatch },
      pagination: { pageSize },
      sorting: {},
    });
  const failed = error && <LoadFailed error={error} what="resources" onRetry={refetch} />;
  return (
    <Table<ApprovalResource>
      {...collectionProps}
      variant={inPlace ? 'borderless' : 'container'}
      items={items}
      trackBy="id"
      loading={isLoading}
      loadingText="Loading resources"
      columnDefinitions={columnsFor(all)}
      enableKeyboardNavigation
      resizableColumns
      header={
        <Header
          variant={inPlace ? 'h3' : 'h2'}
          {...(all.length > 0 && { counter: counterOf(all.length, selection?.chosen.length ?? 0) })}
        >
          {headingOf(approval)}
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
        tableLabel: headingOf(approval),
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
