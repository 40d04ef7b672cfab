import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { categories } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import { type CatalogueEntry, requestedName } from '#lib/domain/integrations/catalogue.schema.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { type Prefetch, prefetchCall } from '#web/api/prefetch.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { NoMatch } from '#web/components/empty-state.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { choiceParam, textParam, useUrlState } from '#web/components/use-url-state.ts';
import { integrationsHelp } from './help.tsx';
import { RequestDialog, type RequestedType } from './request-dialog.tsx';
import { TypeCards } from './catalogue-cards.tsx';

const urlState = z.object({ search: textParam, category: choiceParam(categories) });
type Url = z.output<typeof urlState>;

/** The catalogue is searched in the browser: any text is allowed. */
const anyText = z.string();

const matcherOf = ({ search = '', category }: Url) => {
  const searchText = search.toLowerCase();
  return (type: CatalogueEntry): boolean =>
    (!category || type.category === category) &&
    `${type.displayName} ${type.name} ${type.description}`.toLowerCase().includes(searchText);
};

/** The number of connected integrations: `Show integrations (3)`. */
const ShowConnected = () => {
  const { data } = useCall(integrations.countIntegrations, {});
  const count = data ? ` (${data.count})` : '';
  const text = `Show integrations${count}`;
  return <LinkButton to={pathTo('connectedIntegrations')}>{text}</LinkButton>;
};

/** The number of integrations of each type. */
const useConnected = (): ReadonlyMap<string, number> => {
  const { data } = useCall(integrations.countIntegrations, {});
  return new Map(Object.entries(data?.by_type ?? {}));
};

export const cataloguePrefetch: { ask: Prefetch } = {
  ask: (queries) => {
    prefetchCall(queries, integrations.listIntegrationTypes, {});
    prefetchCall(queries, integrations.countIntegrations, {});
  },
};

type TypesByCategoryProps = {
  types: CatalogueEntry[];
  noRequests: string | undefined;
  search: string | undefined;
  onClear: () => void;
};

const TypesByCategory = ({ types, noRequests, search, onClear }: TypesByCategoryProps) => {
  const connected = useConnected();
  const [requested, request] = useState<RequestedType>();
  const groups = categories.map((category) => ({
    category,
    types: types.filter((one) => one.category === category),
  }));
  const nameToRequest = requestedName.safeParse(search).data;
  return (
    <>
      {types.length === 0 && (
        <NoMatch
          rows="integrations"
          onClear={onClear}
          advice={
            nameToRequest && (
              <Button
                {...disabledBy(noRequests)}
                onClick={() => request({ displayName: nameToRequest })}
              >
                Request {nameToRequest}
              </Button>
            )
          }
        />
      )}
      <SpaceBetween size="xl">
        {groups
          .filter((group) => group.types.length > 0)
          .map((group) => (
            <TypeCards
              key={group.category}
              {...group}
              {...{ connected, noRequests }}
              onRequest={request}
            />
          ))}
      </SpaceBetween>
      {requested && <RequestDialog type={requested} onClose={() => request(undefined)} />}
    </>
  );
};

const Filter = ({ url, change }: { url: Url; change: (patch: Partial<Url>) => void }) => (
  <FilterBar
    url={url}
    changeFilter={change}
    searchControl={
      <SearchBox
        label="Find integrations"
        rule={anyText}
        value={url.search}
        onSearch={(search) => change({ search })}
      />
    }
    choices={[{ param: 'category', label: 'Category', all: 'All categories', values: categories }]}
  />
);

/** All integration types that can be connected, by category. */
export const IntegrationsPage = () => {
  const [url, change] = useUrlState(urlState);
  const { data, error, refetch } = useCall(
    integrations.listIntegrationTypes,
    {},
    { lasting: true },
  );
  usePage({ page: 'integrations', contentType: 'cards', help: integrationsHelp });
  if (error) return <LoadFailed error={error} subject="integrations" onRetry={refetch} wholePage />;
  const connectable = data?.items.filter(({ local }) => !local).length;
  const countText = connectable === undefined ? 'Clouds,' : `${connectable} clouds,`;
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          info={<InfoLink />}
          description={`${countText} tools and services that your bots can work with.`}
          actions={<ShowConnected />}
        >
          {pages.integrations.title}
        </Header>
      }
    >
      {data ? (
        <SpaceBetween size="l">
          <Filter url={url} change={change} />
          <TypesByCategory
            types={data.items.filter(matcherOf(url))}
            noRequests={data.no_requests}
            search={url.search}
            onClear={() => change({ search: undefined, category: undefined })}
          />
        </SpaceBetween>
      ) : (
        <Loading text="Loading integrations" />
      )}
    </ContentLayout>
  );
};
