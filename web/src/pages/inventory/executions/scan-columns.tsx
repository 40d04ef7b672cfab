import Box from '@cloudscape-design/components/box';
import type { ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { Copy } from '#web/components/copy.tsx';
import { IntegrationBadge } from '#web/components/integration-badge.tsx';
import { Link } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { numericColumn } from '#web/components/numeric-column.tsx';
import { durationText } from '#web/components/run/progress.ts';
import { msOf, Time } from '#web/components/time.tsx';
import { findingsText, ScanState } from './scan-state.tsx';

const durationOf = ({ state, created_at, updated_at }: ScanView): string =>
  state === 'IN_PROGRESS' ? '-' : durationText(msOf(updated_at) - msOf(created_at));

export const scanColumns: Column<ScanView>[] = [
  {
    id: 'integration',
    name: 'Integration',
    isRowHeader: true,
    width: 205,
    cell: ({ _id, alias, integration_type }) => (
      <IntegrationBadge type={integration_type}>
        <Link to={pathTo('scan', { execution_id: _id })}>{alias}</Link>
      </IntegrationBadge>
    ),
  },
  { id: 'state', name: 'State', width: 175, cell: (scan) => <ScanState scan={scan} /> },
  numericColumn('Resources', {
    id: 'resources',
    width: 125,
    cell: ({ rows }) => rows.toLocaleString(),
  }),
  {
    id: 'findings',
    name: 'Compliance',
    width: 150,
    cell: (scan) => (
      <>
        {findingsText(scan)}
        {scan.evaluator_result && scan.evaluator_result.run_errors > 0 && (
          <Box variant="small" color="text-body-secondary" display="block">
            {formatCount(scan.evaluator_result.run_errors, 'rule')} not evaluated
          </Box>
        )}
      </>
    ),
  },
  {
    id: 'by',
    name: 'Started by',
    width: 160,
    cell: ({ started_by }) => started_by ?? 'Schedule',
  },
  {
    id: 'created',
    name: 'Started',
    width: 190,
    under: 'integration',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  { id: 'duration', name: 'Duration', width: 110, cell: durationOf },
  {
    id: 'id',
    name: 'ID',
    minWidth: 340,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} subject="scan ID" />,
  },
];
