import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { queryKey, useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { getIntegrationFilter, useIntegrationFilter } from '#web/app/integration-filter.ts';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { ListKeysHelp } from '#web/components/list-keys-help.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { useBotActs } from '../acts/use-bot-acts.tsx';
import { editorHelp } from '../editor/help.tsx';
import { botColumns } from './bot-columns.tsx';
import { BotsFilter } from './bots-filter.tsx';
import {
  botFilterParams,
  botsUrl,
  type ChangeUrl,
  filterOf,
  type GlobalFilter,
  sortingOf,
} from './bots-url.ts';
import { HeaderActs } from './header-acts.tsx';
import { noBotsMessage } from './no-bots.tsx';
import { useBulkActs } from './use-bulk-acts.tsx';

const LazyImportBot = lazyDialog(async () => (await import('../files/import-bot.tsx')).ImportBot);

export const botList = listOf({
  id: 'bots',
  url: botsUrl,
  page: 'page',
  size: 'itemCount',
  filter: botFilterParams,
  call: bots.listBots,
  inputOf: (url, everywhere: GlobalFilter) => ({
    ...filterOf(url, everywhere),
    sort: url.sort,
  }),
  contextAt: () => ({ chosen: getIntegrationFilter() }),
});

const useBots = () => {
  const everywhere = useIntegrationFilter();
  const listState = useList(botList, everywhere);
  const queries = useQueryClient();
  const { answer, list } = listState;
  const count = queryKey(bots.countBots, filterOf(listState.url, everywhere));
  const refetch = () =>
    Promise.all([answer.refetch(), queries.invalidateQueries({ queryKey: count })]);
  return { ...listState, everywhere, list: { ...list, answer: { ...answer, refetch } } };
};

type Shown = ReturnType<typeof useBots>;

const useKeys = ({ list: { page, answer, onPage } }: Shown) => {
  const navigate = useNavigate();
  const refusal = useRefusal(bots.createBot);
  useListKeys({
    r: () => void answer.refetch(),
    n: refusal === undefined ? () => void navigate(pathTo('newBot')) : undefined,
    ArrowLeft: page > 1 ? () => onPage({ page: page - 1 }) : undefined,
    ArrowRight: answer.data?.next ? () => onPage({ page: page + 1 }) : undefined,
  });
};

type CountProps = Pick<Shown, 'url' | 'everywhere'> & { selectedCount: number };

/** The number of bots that match. Its answer renders only this and not the list. */
const Count = ({ url, everywhere, selectedCount }: CountProps) => {
  const { data } = useCall(bots.countBots, filterOf(url, everywhere), { keep: true });
  // Its line is reserved, so that the list does not move when the answer arrives.
  if (!data) return '\u00A0';
  const all = formatCount(data.count, 'Bot');
  return selectedCount === 0 ? all : `${all}, ${selectedCount} selected`;
};

/** Clears the filter; the global filter only if there is no other. */
const clearFilterOf = ({ list, everywhere }: Shown): (() => void) | undefined =>
  list.onClearFilter ?? (everywhere.chosen === undefined ? undefined : everywhere.reset);

const botsHelp = {
  ...editorHelp,
  body: (
    <>
      {editorHelp.body}
      <ListKeysHelp keys={['r', 'n', 'pages']} />
    </>
  ),
};

/** The bots of the organisation. */
export const BotsPage = () => {
  const listState = useBots();
  const { url, changeFilter, everywhere, list } = listState;
  const change: ChangeUrl = listState.change;
  const [importing, setImporting] = useState(false);
  const { onAct, dialogs } = useBotActs();
  const bulk = useBulkActs(list.answer.data?.items ?? [], listState.requestKey);
  useKeys(listState);
  usePage({ page: 'bots', contentType: 'table', help: botsHelp });
  return (
    <>
      <ListTable
        {...list}
        title="Bots"
        rows="bots"
        info={<InfoLink />}
        description={<Count url={url} everywhere={everywhere} selectedCount={bulk.chosen.length} />}
        counter={false}
        preferencesText="Table Column Settings"
        columns={botColumns(onAct)}
        onClearFilter={undefined}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        sorting={sortingOf(url, change)}
        selected={bulk.chosen}
        onSelect={bulk.choose}
        actions={
          <HeaderActs
            selectedCount={bulk.chosen.length}
            busy={bulk.isPending}
            onBulk={bulk.onBulk}
            onImport={() => setImporting(true)}
          />
        }
        filter={<BotsFilter url={url} changeFilter={changeFilter} everywhere={everywhere} />}
        empty={noBotsMessage({ ...list, onClearFilter: clearFilterOf(listState) })}
      />
      {dialogs}
      {bulk.dialog}
      {importing && (
        <Suspense fallback={null}>
          <LazyImportBot onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
};
