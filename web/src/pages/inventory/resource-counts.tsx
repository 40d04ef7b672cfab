import Header from '@cloudscape-design/components/header';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ResourceType } from '#lib/domain/inventory/resources/resource.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Link } from '#web/components/link.tsx';
import { numeric } from '#web/components/numeric.tsx';

type Found = ResourceType & { resources: number };

const searchOf = (resource_type: string): string =>
  pathTo('inventory', {}, { searchMQ: JSON.stringify({ resource_type }) });

const columns: TableProps.ColumnDefinition<Found>[] = [
  {
    id: 'name',
    header: 'Resource type',
    isRowHeader: true,
    cell: ({ name, resource_type }) => <Link to={searchOf(resource_type)}>{name}</Link>,
  },
  { id: 'table', header: 'Table', cell: ({ resource_type }) => resource_type },
  numeric('Resources', {
    id: 'resources',
    cell: ({ resources }) => resources.toLocaleString('en'),
  }),
];

/** The types with resources in the last scans, the most frequent first. */
export const foundTypes = (types: readonly ResourceType[]): Found[] =>
  types
    .flatMap(({ resources = 0, ...type }) => (resources > 0 ? { ...type, resources } : []))
    .toSorted((a, b) => b.resources - a.resources || (a.name < b.name ? -1 : 1));

type Props = { title: string; found: readonly Found[] };

/** The types of a cloud, shown before one is chosen: each links to its resources. */
export const TypeList = ({ title, found }: Props) => {
  const total = found.reduce((sum, { resources }) => sum + resources, 0);
  return (
    <Table<Found>
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
