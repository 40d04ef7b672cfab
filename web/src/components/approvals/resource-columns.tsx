import type { TableProps } from '@cloudscape-design/components/table';
import type { ApprovalResource } from '#lib/domain/approvals/approval.schema.ts';
import { cellText } from '#web/components/cell-text.ts';
import { localTime } from '#web/components/time.tsx';

type ResourceColumn = TableProps.ColumnDefinition<ApprovalResource>;

const knownFields = new Set(['id', 'name', 'region', 'created_at']);

/** `bucket_policy_is_public` as a heading. */
const headingOf = (field: string): string => {
  const text = field.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/**
 * The pixels that the longest of these texts needs, within limits, so that an ARN can be read
 * whole.
 */
const widthFor = (texts: readonly string[], minWidth: number): number =>
  Math.min(640, Math.max(minWidth, ...texts.map(({ length }) => Math.ceil(length * 7.7) + 44)));

const extraColumns = (resources: readonly ApprovalResource[]): ResourceColumn[] =>
  [...new Set(resources.flatMap((one) => Object.keys(one)))]
    .filter((field) => !knownFields.has(field))
    .slice(0, 10)
    .map((field) => ({
      id: field,
      header: headingOf(field),
      width: widthFor([headingOf(field), ...resources.map((one) => cellText(one[field]))], 140),
      minWidth: 100,
      cell: (one) => cellText(one[field]),
    }));

/** Columns for attributes that not every kind of resource has; empty ones are left out. */
const commonColumns: (ResourceColumn & { sortingField: string })[] = [
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
];

const nameColumn = (resources: readonly ApprovalResource[]): ResourceColumn => ({
  id: 'name',
  header: 'Name',
  isRowHeader: true,
  width: widthFor(
    resources.map(({ name = '' }) => name),
    160,
  ),
  minWidth: 120,
  sortingField: 'name',
  cell: ({ name, id }) => name ?? id,
});

/**
 * The columns for the resources: the known attributes, and the first ten further fields that any of
 * them has.
 */
export const resourceColumns = (resources: readonly ApprovalResource[]): ResourceColumn[] => {
  const hasNames = resources.some(({ name }) => name !== undefined);
  return [
    ...(hasNames ? [nameColumn(resources)] : []),
    {
      id: 'id',
      header: 'ID',
      isRowHeader: !hasNames,
      width: widthFor(
        resources.map(({ id }) => id),
        160,
      ),
      minWidth: 160,
      sortingField: 'id',
      cell: ({ id }) => id,
    },
    ...commonColumns.filter(({ sortingField }) => resources.some((one) => one[sortingField])),
    ...extraColumns(resources),
  ];
};
