import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ResourceType } from '#lib/domain/inventory/resources/resource.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { numericColumn } from '#web/components/numeric-column.tsx';

type CountedType = ResourceType & { resources: number };

const searchPathOf = (resource_type: string): string =>
  pathTo('inventory', {}, { searchMQ: JSON.stringify({ resource_type }) });

const columns: TableProps.ColumnDefinition<CountedType>[] = [
  {
    id: 'name',
    header: 'Resource type',
    isRowHeader: true,
    cell: ({ name, resource_type }) => <Link to={searchPathOf(resource_type)}>{name}</Link>,
  },
  { id: 'table', header: 'Table', cell: ({ resource_type }) => resource_type },
  numericColumn('Resources', {
    id: 'resources',
    cell: ({ resources }) => resources.toLocaleString('en'),
  }),
];

/** The types with resources in the last scans, the most frequent first. */
export const countedTypes = (types: readonly ResourceType[]): CountedType[] =>
  types
    .flatMap(({ resources = 0, ...type }) => (resources > 0 ? { ...type, resources } : []))
    .toSorted((a, b) => b.resources - a.resources || (a.name < b.name ? -1 : 1));

type Props = { title: string; found: readonly CountedType[] };

/** The types of a cloud, shown before one is chosen: each links to its resources. */
export const TypeList = ({ title, found }: Props) => {
  const total = found.reduce((sum, { resources }) => sum + resources, 0);
  return (
    <Table<CountedType>
      items={found}
      trackBy="resource_type"
      columnDefinitions={columns}
      enableKeyboardNavigation
      header={
        <Header variant="h2" counter={`(${total.toLocaleString('en')})`}>
          {title}
        </Header>
      }
      ariaLabels={{ tableLabel: title }}
    />
  );
};
