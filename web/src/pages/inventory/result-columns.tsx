import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Resource, ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import { columnKind } from '#lib/domain/inventory/search/query.rules.ts';
import { shorten } from '#lib/kernel/value-descriptions.ts';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { type ResultRow, valueText } from './result-rows.ts';

/** The most characters of a value in its cell; the expanded row shows the whole. */
const maxCellLength = 120;

const Value = ({ value, type }: { value: unknown; type: string }) => {
  if (columnKind(type) === 'time' && typeof value === 'string') return <Time at={value} />;
  return <>{shorten(valueText(value), maxCellLength)}</>;
};

type ColumnContext = {
  /** The alias of an integration. */
  nameOf: (integrationId: string) => string;
  /** The number of rules that a resource violates; undefined if unknown. */
  countOf: (resource: Resource) => number | undefined;
  /** The panel with the results of rules for a resource. */
  violations: { open: (resource: Resource) => void; isOpen: (resource: Resource) => boolean };
};

const countText = (count: number | undefined): string => {
  if (count === undefined) return 'View';
  return `${count} failed`;
};

type ViolationsProps = Pick<ColumnContext, 'countOf' | 'violations'> & { resource: Resource };

const ViolationsCell = ({ resource, countOf, violations }: ViolationsProps) => {
  const count = countOf(resource);
  const text = countText(count);
  const link = (
    <Button
      variant="inline-link"
      ariaLabel={`${text}: violations of ${resource.name}`}
      onClick={() => violations.open(resource)}
    >
      {text}
    </Button>
  );
  return count ? <StatusIndicator type="error">{link}</StatusIndicator> : link;
};

/**
 * The common columns of all resources. In expanded rows, the first two contain a field and its
 * value.
 */
const commonColumns = ({ nameOf, countOf, violations }: ColumnContext): Column<ResultRow>[] => [
  {
    id: '_name',
    name: 'Name',
    isRowHeader: true,
    width: 260,
    cell: ({ resource, field }) =>
      field ? (
        <Box color="text-body-secondary">{field.name}</Box>
      ) : (
        <Box {...(violations.isOpen(resource) && { fontWeight: 'bold' })}>{resource.name}</Box>
      ),
  },
  {
    id: '_violations',
    name: 'Violations',
    width: 130,
    cell: ({ resource, field }) =>
      field ? null : <ViolationsCell {...{ resource, countOf, violations }} />,
  },
  {
    id: '_id',
    name: 'Resource ID',
    under: '_name',
    width: 420,
    minWidth: 200,
    cell: ({ resource, field }) => (field ? valueText(field.value) : resource._id),
  },
  {
    id: '_region',
    name: 'Region',
    width: 140,
    cell: ({ resource, field }) => (field ? null : resource.region),
  },
  {
    id: '_account',
    name: 'Account',
    width: 160,
    cell: ({ resource, field }) => (field ? null : resource.account_id),
  },
  {
    id: '_created',
    name: 'Created',
    width: 200,
    cell: ({ resource, field }) => (field ? null : <Time at={resource.created_at} />),
  },
  {
    id: '_integration',
    name: 'Integration',
    width: 200,
    hidden: true,
    cell: ({ resource, field }) => (field ? null : nameOf(resource.integration_id)),
  },
];

const commonColumnNames = ['name', 'region', 'account_id', 'created_at'];

/** The columns for a resource type: those of its table are optional. */
export const resultColumns = (
  columns: readonly ResourceColumn[],
  context: ColumnContext,
): Column<ResultRow>[] => [
  ...commonColumns(context),
  ...columns
    .filter(({ name }) => !commonColumnNames.includes(name))
    .map(({ name, type }): Column<ResultRow> => ({
      id: name,
      name,
      hidden: true,
      width: 180,
      cell: ({ resource, field }) => (field ? null : <Value value={resource[name]} type={type} />),
    })),
];
