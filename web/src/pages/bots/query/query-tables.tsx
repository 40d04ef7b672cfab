import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { InventoryType } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

const Columns = ({ table }: { table: string }) => {
  const { data, error, refetch } = useCall(inventory.listResourceColumns, {
    resource_type: table,
  });
  if (error) return <LoadFailed error={error} subject="the columns" onRetry={refetch} />;
  if (!data) return <Loading text="Loading columns" />;
  return (
    <dl className="bot-yields" aria-label={`Columns of ${table}`}>
      {data.items.map(({ name, type }) => (
        <div key={name}>
          <dt>
            <Box variant="code">{name}</Box>
          </dt>
          <dd>{type}</dd>
        </div>
      ))}
    </dl>
  );
};

const Tables = ({ type }: { type: InventoryType }) => {
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useCall(inventory.listResourceTypes, {
    integration_type: type,
  });
  if (error) return <LoadFailed error={error} subject="the tables" onRetry={refetch} />;
  const options = (data?.items ?? []).map(({ resource_type, name, resources }) => ({
    value: resource_type,
    label: resource_type,
    description: name,
    ...(resources !== undefined && { labelTag: formatCount(resources, 'row') }),
  }));
  const option = options.find(({ value }) => value === chosen);
  return (
    <SpaceBetween size="s">
      <Select
        ariaLabel="Table"
        options={options}
        selectedOption={option ?? null}
        placeholder="Choose a table to see its columns"
        filteringType="auto"
        statusType={data ? 'finished' : 'loading'}
        loadingText="Loading tables"
        onChange={({ detail }) => setChosen(detail.selectedOption.value)}
      />
      {option && <Columns table={option.value} />}
    </SpaceBetween>
  );
};

/** The tables that a query may use, and their columns, as a reference. */
export const QueryTables = ({ type }: { type: InventoryType }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <ExpandableSection
      headerText="Tables and columns"
      expanded={isOpen}
      onChange={({ detail }) => setOpen(detail.expanded)}
    >
      {isOpen && <Tables key={type} type={type} />}
    </ExpandableSection>
  );
};
