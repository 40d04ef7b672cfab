import { useNavigate } from 'react-router';
import Box from '@cloudscape-design/components/box';
import Token from '@cloudscape-design/components/token';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { isScanOver } from '#lib/domain/inventory/scans/scan.rules.ts';
import { scanStates } from '#lib/domain/inventory/scans/scan.schema.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { inventory } from '#web/api/inventory.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { LazyTimeRangePicker } from '#web/components/lazy-time-range-picker.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useBatchedTask } from '#web/components/run/use-batched-task.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useList } from '#web/components/use-list.ts';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { useNow } from '#web/components/use-now.ts';
import { scansHelp } from './help.tsx';
import { scanColumns } from './scan-columns.tsx';
import {
  evaluatedNames,
  scanFilterParams,
  scansQuery,
  scansRange,
  scanStateNames,
  type ScansUrl,
  scansUrl,
} from './scans-url.ts';

/** Milliseconds between polls of the list. */
const pollEvery = 30_000;

export const scanList = listOf({
  id: 'scans',
  url: scansUrl,
  page: 'page',
  filter: scanFilterParams,
  call: inventory.listInventoryExecutions,
  inputOf: (url, now: number) => scansQuery(url, now),
  poll: () => pollEvery,
  contextAt: () => Date.now(),
});

type FilterProps = {
  url: ScansUrl;
  changeFilter: (patch: { [P in keyof ScansUrl]?: ScansUrl[P] | undefined }) => void;
  /** The alias of the integration that the list is filtered by. */
  alias: string | undefined;
};

const ScansFilter = ({ url, changeFilter, alias }: FilterProps) => {
  const { nameOf } = useIntegrationTypes();
  return (
    <FilterBar
      url={url}
      changeFilter={changeFilter}
      choices={[
        {
          param: 'integrationType',
          several: true,
          label: 'Type',
          all: 'All types',
          values: inventoryTypes,
          labelOf: nameOf,
        },
        {
          param: 'status',
          label: 'State',
          all: 'All states',
          values: scanStates,
          labelOf: (state) => scanStateNames[state],
        },
        {
          param: 'hasEvalResult',
          label: 'Compliance results',
          all: 'With or without compliance results',
          values: ['true', 'false'],
          labelOf: (has) => evaluatedNames[has],
        },
      ]}
    >
      <LazyTimeRangePicker
        range={scansRange(url, useNow(60_000))}
        onChange={(newRange) =>
          changeFilter({
            startDate: newRange && String(newRange.start),
            endDate: newRange && String(newRange.end),
          })
        }
      />
      {url.integration_id && (
        <Token
          variant="inline"
          label={`Integration: ${alias ?? url.integration_id}`}
          dismissLabel="Show the scans of all integrations"
          onDismiss={() => changeFilter({ integration_id: undefined })}
        />
      )}
    </FilterBar>
  );
};

/** The scans of all integrations, the newest first. */
export const ScansPage = () => {
  const now = useNow(60_000);
  const { url, changeFilter, answer, list, refreshList } = useList(scanList, now);
  const items = answer.data?.items ?? [];
  const refetchSoon = useBatchedTask(refreshList);
  useChannel('inventory_execution_updated', ({ execution_id, state }) => {
    const isShown = items.some(({ _id }) => _id === execution_id);
    if (isShown || (list.page === 1 && isScanOver(state))) refetchSoon();
  });
  useListKeys({ r: () => void answer.refetch() });
  usePage({ page: 'scans', contentType: 'table', help: scansHelp });
  const navigate = useNavigate();
  return (
    <ListTable
      {...list}
      title={pages.scans.title}
      rows="scans"
      info={<InfoLink />}
      // Its line is reserved, so that the rows do not move.
      description={
        <Box variant="small">{answer.isFetching && answer.data ? 'Refreshing' : '\u00A0'}</Box>
      }
      columns={scanColumns}
      keyOf={({ _id }) => _id}
      onRow={({ _id }) => void navigate(pathTo('scan', { execution_id: _id }))}
      nameOf={({ alias }) => `scan of ${alias}`}
      filter={<ScansFilter url={url} changeFilter={changeFilter} alias={items[0]?.alias} />}
      empty={{
        title: 'No scans',
        text: 'A scan reads the resources of an account. Start one, or let a schedule start scans.',
        action: <LinkButton to={pathTo('scanSchedules')}>Go to schedules</LinkButton>,
      }}
    />
  );
};
