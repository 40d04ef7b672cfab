import { useEffect, useMemo, useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import type {
  ResourceSource,
  ResourceType,
} from '#lib/domain/inventory/resources/resource.schema.ts';
import { inventoryType, inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { integrations } from '#web/api/integrations.ts';
import { inventory } from '#web/api/inventory.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useList } from '#web/components/use-list.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { pageParam, useUrlState } from '#web/components/use-url-state.ts';
import { inventoryHelp } from './help.tsx';
import { emptyMessage } from './nothing-found.tsx';
import { problemIn, queryIn } from './query-draft.ts';
import { resultColumns } from './result-columns.tsx';
import { fieldRowsOf, rowsOf } from './result-rows.ts';
import { type SearchDialog, SearchDialogs } from './search-dialogs.tsx';
import { SearchPanel } from './search-form.tsx';
import { SourceNotes } from './source-notes.tsx';
import { useScanning } from '#web/components/scanning/use-scanning.ts';
import { countedTypes, TypeList } from './resource-counts.tsx';
import { type SearchForm, useSearchForm } from './use-search-form.ts';
import { useViolationCounts, useViolations, violationsUrl } from './violations.tsx';

const urlState = z.object({
  mode: z.literal('Search').catch('Search'),
  searchPageNumber: pageParam,
  /** The query as JSON. */
  searchMQ: z.string().min(1).optional().catch(undefined),
  /** Without a query: the integration type whose resource types are listed. */
  integrationType: inventoryType.optional().catch(undefined),
  ...violationsUrl,
});

const scanningPollEvery = 5000;

export const resourceList = listOf({
  id: 'inventory',
  url: urlState,
  page: 'searchPageNumber',
  filter: ['searchMQ'],
  call: inventory.searchResources,
  inputOf: ({ searchMQ }) => queryIn(searchMQ) ?? { resource_type: '' },
  canAsk: ({ searchMQ }) => queryIn(searchMQ) !== undefined,
  poll: (data) => (data?.sources?.some(({ scanning }) => scanning) ? scanningPollEvery : false),
});

/** The sources are returned with the first page, and apply to the following pages too. */
const useSources = (
  resourceType: string | undefined,
  newSources: readonly ResourceSource[] | undefined,
) => {
  const [cached, setCached] = useState<{ type: string | undefined; sources: typeof newSources }>();
  if (newSources && cached?.sources !== newSources)
    setCached({ type: resourceType, sources: newSources });
  return cached?.type === resourceType ? cached?.sources : newSources;
};

/** Reports a failed search; the table shows why, and a button to try again. */
const useFailureMessage = (error: ApiError | null) => {
  const isFailure = error !== null && error.status !== 0 && error.status !== 400;
  useEffect(() => {
    if (isFailure) flash.error('Error', { id: 'inventory', content: 'Failed to fetch data.' });
  }, [isFailure]);
};

/** The number of integrations with an inventory; 1 while it is unknown. */
const useConnected = (): number => {
  const { data } = useCall(integrations.countIntegrations, {});
  if (!data) return 1;
  return inventoryTypes.reduce((sum, type) => sum + (data.by_type[type] ?? 0), 0);
};

/** The resource types of an integration type. */
const useTypes = (integrationType: string | undefined) => {
  const kind = inventoryType.safeParse(integrationType).data;
  const input = { integration_type: kind ?? 'aws' } as const;
  const { data, isError, refetch } = useCall(inventory.listResourceTypes, input, {
    enabled: kind !== undefined,
  });
  return { types: data?.items, failed: isError, onRetry: refetch };
};

const useColumns = (resourceType: string | undefined) => {
  const input = { resource_type: resourceType ?? '' };
  const enabled = resourceType !== undefined;
  return useCall(inventory.listResourceColumns, input, { enabled }).data?.items;
};

/** The form above the resources, with the data for its choices. */
const useForm = (search: (query: string) => void) => {
  const [{ searchMQ, integrationType }] = useUrlState(urlState);
  const [resourceType, setResourceType] = useState(queryIn(searchMQ)?.resource_type);
  const columns = useColumns(resourceType);
  const form = useSearchForm({ text: searchMQ, kind: integrationType }, columns, search);
  if (resourceType !== form.resourceType) setResourceType(form.resourceType);
  return { form, columns, ...useTypes(form.integrationType) };
};

/** Closes the panel of a resource's violations. */
const closedPanel = { resource: undefined, integrationId: undefined };

const aliasLookup = (sources: readonly ResourceSource[] | undefined) => (id: string) =>
  sources?.find(({ integration_id }) => integration_id === id)?.alias ?? id;

type BeforeSearchProps = {
  form: SearchForm;
  types: readonly ResourceType[] | undefined;
  emptyState: ReturnType<typeof emptyMessage>;
};

/** Shown below the form before the first search. */
const BeforeSearch = ({ form, types = [], emptyState }: BeforeSearchProps) => {
  const { nameOf } = useIntegrationTypes();
  const { integrationType, resourceType } = form;
  const found = countedTypes(types);
  if (integrationType && !resourceType && found.length > 0) {
    return <TypeList title={`${nameOf(integrationType)} resources`} found={found} />;
  }
  return (
    <Container>
      <EmptyState {...emptyState} />
    </Container>
  );
};

/** The resources found by scans, searched by rules. */
export const InventoryPage = () => {
  const [{ searchMQ }] = useUrlState(urlState);
  const query = queryIn(searchMQ);
  const problem = problemIn(searchMQ);
  const type = query?.resource_type;
  const { url, answer, list, change, refreshList } = useList({
    ...resourceList,
    id: type ? `inventory-${type}` : resourceList.id,
  });
  const search = (queryText: string) => {
    if (queryText === searchMQ) void answer.refetch();
    const resetParams = { integrationType: undefined, ...closedPanel };
    change({ mode: 'Search', searchMQ: queryText, searchPageNumber: 1, ...resetParams });
  };
  const { form, ...choices } = useForm(search);
  const [dialog, setDialog] = useState<SearchDialog>();
  const columns = useColumns(type);
  const scanning = useScanning();
  const connected = useConnected();
  const sources = useSources(type, answer.data?.sources);
  const nameOf = aliasLookup(sources);
  const { data } = answer;
  const resources = data?.items ?? [];
  const violations = useViolations({ type, url, change, resources });
  const { countOf, recount } = useViolationCounts(resources);
  useChannel('inventory_execution_updated', ({ state }) => {
    if (state === 'IN_PROGRESS') return;
    void choices.onRetry();
    recount();
    if (query) refreshList();
  });
  useFailureMessage(answer.error);
  usePage({ page: 'inventory', help: inventoryHelp, drawer: violations.drawer });
  const emptyState = emptyMessage({ scanning, connected, sources, query, onSearch: search });
  const rows = useMemo(() => data && { ...data, items: rowsOf(data.items) }, [data]);
  return (
    <SpaceBetween size="l">
      <Header variant="h1" info={<InfoLink />}>
        Inventory
      </Header>
      {problem && (
        <Alert type="error" header="The search in this address is not valid">
          {problem} Build the search below, or correct searchMQ in the address.
        </Alert>
      )}
      <SearchPanel
        {...choices}
        form={form}
        searching={answer.isFetching && query !== undefined}
        shownQuery={query && JSON.stringify(query)}
        onDialog={setDialog}
      />
      {query ? (
        <ListTable
          {...list}
          variant="container"
          answer={{ ...answer, data: rows }}
          title="Resources"
          rows="resources"
          preferencesText="Table Columns"
          description={sources && <SourceNotes {...{ sources, query, scanning }} />}
          columns={resultColumns(columns ?? [], { nameOf, countOf, violations })}
          keyOf={({ key }) => key}
          nameOf={({ resource }) => resource.name}
          childRowsOf={fieldRowsOf}
          onClearFilter={undefined}
          empty={emptyState}
        />
      ) : (
        <BeforeSearch form={form} types={choices.types} emptyState={emptyState} />
      )}
      <SearchDialogs
        dialog={dialog}
        query={queryIn(form.queryText)}
        onSearch={search}
        onClose={() => setDialog(undefined)}
      />
    </SpaceBetween>
  );
};
