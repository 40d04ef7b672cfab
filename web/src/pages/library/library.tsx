import { Suspense, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import { library } from '#web/api/library.ts';
import { InfoLink } from '#web/app/help.tsx';
import { getIntegrationFilter, useIntegrationFilter } from '#web/app/integration-filter.ts';
import { usePage } from '#web/app/page.ts';
import { EmptyState, NoMatch } from '#web/components/empty-state.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { Filters } from './filters.tsx';
import { libraryHelp } from './help.tsx';
import { filterOf, type GlobalFilter, libraryUrl, tagsOf } from './library-url.ts';
import { LibraryFilterBar } from './library-filter-bar.tsx';
import { TemplateCards } from './template-cards.tsx';

// The list does not wait for the code that lays out a graph.
const LazyTemplateDetails = lazyDialog(
  async () => (await import('./template-details.tsx')).TemplateDetails,
);

export const templateList = listOf({
  id: 'library',
  url: libraryUrl,
  page: 'page',
  filter: ['name', 'category', 'tag_name', 'integrationType', 'integrationId'],
  call: library.listLibraryBots,
  inputOf: (url, everywhere: GlobalFilter) => filterOf(url, everywhere),
  contextAt: () => ({ chosen: getIntegrationFilter() }),
});

const useLibrary = () => {
  const everywhere = useIntegrationFilter();
  const { list, ...listState } = useList(templateList, everywhere);
  const { items = [], count = 0 } = listState.answer.data ?? {};
  const pages = Math.max(1, Math.ceil(count / list.pageSize));
  return { ...listState, everywhere, items, count, pages, clear: list.onClearFilter };
};

type State = ReturnType<typeof useLibrary>;

const NoTemplates = ({ answer, clear: clearFilter, change, everywhere }: State) => {
  // The global filter is cleared only if there is no other.
  const clear = clearFilter ?? (everywhere.chosen === undefined ? undefined : everywhere.reset);
  if (answer.error) {
    return <LoadFailed error={answer.error} subject="templates" onRetry={answer.refetch} />;
  }
  if (clear) return <NoMatch rows="templates" onClear={clear} />;
  const first = <Button onClick={() => change({ page: 1 })}>Go to the first page</Button>;
  return <EmptyState title="No templates" text="This page does not exist." action={first} />;
};

/** Public templates of bots, with search and filters. */
export const LibraryPage = () => {
  const state = useLibrary();
  const { url, change, answer, items, count, pages, clear } = state;
  const [filtering, setFiltering] = useState(false);
  const { page, bot } = url;
  const narrowed = [...tagsOf(url), url.category, url.integrationType];
  const filterCount = narrowed.filter((one) => one !== undefined).length;
  useListKeys({
    r: () => void answer.refetch(),
    ArrowLeft: page > 1 ? () => change({ page: page - 1 }) : undefined,
    ArrowRight: page < pages ? () => change({ page: page + 1 }) : undefined,
  });
  usePage({
    page: 'library',
    contentType: 'cards',
    help: libraryHelp,
    drawer: filtering
      ? {
          title: 'Filters',
          body: <Filters url={url} change={change} onClear={clear} />,
          onClose: () => setFiltering(false),
        }
      : undefined,
  });
  if (answer.error?.status === 403) {
    return <LoadFailed error={answer.error} subject="the library" wholePage />;
  }
  return (
    <>
      <TemplateCards
        templates={items}
        loading={answer.isLoading}
        onOpen={(id) => change({ bot: id })}
        empty={<NoTemplates {...state} />}
        header={
          <Header
            variant="awsui-h1-sticky"
            info={<InfoLink />}
            counter={count > 0 ? `(${count})` : undefined}
            description="Templates for bots: choose one, adapt it and save it."
          >
            Library
          </Header>
        }
        filter={
          <LibraryFilterBar
            {...state}
            filterCount={filterCount}
            onFilters={() => setFiltering(!filtering)}
          />
        }
        pagination={
          <Pagination
            currentPageIndex={page}
            pagesCount={pages}
            onChange={({ detail }) => change({ page: detail.currentPageIndex })}
          />
        }
      />
      {bot && (
        <Suspense fallback={null}>
          <LazyTemplateDetails
            id={bot}
            rule={url.rule}
            account={url.account}
            onClose={() => change({ bot: undefined, rule: undefined, account: undefined })}
          />
        </Suspense>
      )}
    </>
  );
};
