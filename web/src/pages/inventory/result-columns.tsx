import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { Resource, ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import { columnKind } from '#lib/domain/inventory/search/query.rules.ts';
import { shortened } from '#lib/kernel/value-words.ts';
import type { Column } from '#web/components/list-table.tsx';
import { Time } from '#web/components/time.tsx';
import { type ResultRow, valueText } from './result-rows.ts';

/** So much of a value stands in its cell; the whole of it below the opened row. */
const most = 120;

const Value = ({ value, type }: { value: unknown; type: string }) => {
  if (columnKind(type) === 'time' && typeof value === 'string') return <Time at={value} />;
  return <>{shortened(valueText(value), most)}</>;
};

type Ways = {
  /** What people call an integration. */
  nameOf: (integrationId: string) => string;
  onViolations: (resource: Resource) => void;
};

/** What all resources have. In the lines of fields, the first two are the field and its value. */
const common = ({ nameOf, onViolations }: Ways): Column<ResultRow>[] => [
  {
    id: '_name',
    name: 'Name',
    isRowHeader: true,
    width: 260,
    cell: ({ resource, field }) =>
      field ? <Box color="text-body-secondary">{field.name}</Box> : resource.name,
  },
  {
    id: '_violations',
    name: 'Violations',
    width: 130,
    cell: ({ resource, field }) =>
      field ? null : (
        <Button
          variant="inline-link"
          ariaLabel={`View violations of ${resource.name}`}
          onClick={() => onViolations(resource)}
        >
          View
        </Button>
      ),
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

const same = ['name', 'region', 'account_id', 'created_at'];

/** The columns of a type of resources: those of its table are shown when they are chosen. */
export const resultColumns = (
  columns: readonly ResourceColumn[],
  ways: Ways,
): Column<ResultRow>[] => [
  ...common(ways),
  ...columns
    .filter(({ name }) => !same.includes(name))
    .map(
      ({ name, type }): Column<ResultRow> => ({
        id: name,
        name,
        hidden: true,
        width: 180,
        cell: ({ resource, field }) =>
          field ? null : <Value value={resource[name]} type={type} />,
      }),
    ),
];
