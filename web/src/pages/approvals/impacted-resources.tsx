import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { ApprovalResource, ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { Consequences } from '#web/components/approvals/consequences.tsx';
import { Impact } from '#web/components/approvals/impact.tsx';
import { areResources, InvalidResources } from '#web/components/approvals/invalid-resources.tsx';
import { resourceColumns } from '#web/components/approvals/resource-columns.tsx';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

/** Resources per page of the table. */
const pageSize = 10;

type Part = 'all' | 'approved';

const headings: Record<Part, string> = { all: 'Resources', approved: 'Approved resources' };

const parts = [
  { id: 'all', text: 'All' },
  { id: 'approved', text: 'Approved only' },
];

/** For a resolved request, only the approved resources are shown at first. */
const firstPart = ({ status }: ApprovalView): Part => (status === 'resolved' ? 'approved' : 'all');

const useResources = (approval: ApprovalView, part: Part, page_number: number) =>
  useCall(
    approvals.listApprovalResources,
    {
      approval_id: approval._id,
      number_of_items: pageSize,
      page_number,
      ...(part === 'approved' && { approved_only: 'true' as const }),
    },
    { keep: true },
  );

type PagesProps = { approval: ApprovalView; part: Part };

/** The resources of an approval, ten per page. */
export const ResourcePages = ({ approval, part }: PagesProps) => {
  const [page, setPage] = useState(1);
  const { data, error, isLoading, refetch } = useResources(approval, part, page);
  const items = data?.items ?? [];
  if (error) return <LoadFailed error={error} subject="resources" onRetry={refetch} />;
  // The widths of columns follow their content, which must be loaded.
  if (isLoading) return <Loading text="Loading resources" />;
  if (!areResources(items)) return <InvalidResources />;
  return (
    <Table<ApprovalResource>
      variant="borderless"
      items={items}
      trackBy="id"
      columnDefinitions={resourceColumns(items)}
      enableKeyboardNavigation
      resizableColumns
      sortingDisabled
      header={<Header variant="h3">{headings[part]}</Header>}
      pagination={
        <Pagination
          currentPageIndex={page}
          pagesCount={page}
          openEnd={Boolean(data?.next)}
          onChange={({ detail }) => setPage(detail.currentPageIndex)}
        />
      }
      empty={<Box textAlign="center">No resources</Box>}
      ariaLabels={{ tableLabel: headings[part] }}
    />
  );
};

/** The resources of an approval in a panel beside the list: ten per page. */
export const ImpactedResources = ({ approval }: { approval: ApprovalView }) => {
  const { _id: approval_id } = approval;
  const [part, setPart] = useState(firstPart(approval));
  return (
    <SpaceBetween size="m">
      <Box>
        <Link to={pathTo('approval', { approval_id })}>{approval.node_name}</Link> of{' '}
        {approval.bot_name}
      </Box>
      <Consequences approval={approval} />
      {approval.resource_count > 0 && <Impact approval={approval} inPlace />}
      {approval.approved_ids && (
        <SegmentedControl
          label="Which resources"
          options={parts}
          selectedId={part}
          onChange={({ detail }) => setPart(detail.selectedId === 'approved' ? 'approved' : 'all')}
        />
      )}
      <ResourcePages key={part} approval={approval} part={part} />
    </SpaceBetween>
  );
};
