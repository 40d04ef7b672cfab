import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { counted } from '#lib/kernel/text.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { ListTable, turnPage, usePageSize } from '#web/components/list-table.tsx';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { useUrlState } from '#web/components/use-url-state.ts';
import { useBotActs } from '../acts/use-bot-acts.tsx';
import { editorHelp } from '../editor/help.tsx';
import { botColumns } from './bot-columns.tsx';
import { BotsFilter } from './bots-filter.tsx';
import { botsUrl, type ChangeUrl, filterOf, sortingOf } from './bots-url.ts';
import { HeaderActs } from './header-acts.tsx';
import { noBots } from './no-bots.tsx';
import { useBulkActs } from './use-bulk-acts.tsx';

const ImportBot = lazyDialog(async () => (await import('../files/import-bot.tsx')).ImportBot);

const useBots = () => {
  const [url, change] = useUrlState(botsUrl);
  const size = usePageSize('bots', url.itemCount);
  const filter = filterOf(url);
  const input = { ...filter, sort: url.sort, page_number: url.page, number_of_items: size };
  const list = useCall(bots.listBots, input, { keep: true });
  const count = useCall(bots.countBots, filter, { keep: true });
  const refetch = () => Promise.all([list.refetch(), count.refetch()]);
  const shown = JSON.stringify(input);
  return { url, change, size, answer: { ...list, refetch }, count: count.data?.count, shown };
};

type Shown = ReturnType<typeof useBots>;

const useKeys = ({ url: { page }, change, answer }: Shown) => {
  const navigate = useNavigate();
  const refusal = useRefusal(bots.createBot);
  useListKeys({
    r: () => void answer.refetch(),
    n: refusal === undefined ? () => void navigate(pathTo('newBot')) : undefined,
    ArrowLeft: page > 1 ? () => change({ page: page - 1 }) : undefined,
    ArrowRight: answer.data?.next ? () => change({ page: page + 1 }) : undefined,
  });
};

const descriptionOf = (count: number | undefined, chosen: number): string | undefined => {
  if (count === undefined) return undefined;
  const all = counted(count, 'Bot');
  return chosen === 0 ? all : `${all}, ${chosen} selected`;
};

/** The bots of the organisation (spec 3 section 2, "Bots list"). */
export const BotsPage = () => {
  const list = useBots();
  const { url, size, answer, count } = list;
  const change: ChangeUrl = list.change;
  const [importing, setImporting] = useState(false);
  const { onAct, dialogs } = useBotActs();
  const bulk = useBulkActs(answer.data?.items ?? [], list.shown);
  useKeys(list);
  usePage({ page: 'bots', contentType: 'table', help: editorHelp });
  return (
    <>
      <ListTable
        id="bots"
        title="Bots"
        rows="bots"
        info={<InfoLink />}
        description={descriptionOf(count, bulk.chosen.length)}
        counter={false}
        preferencesText="Table Column Settings"
        columns={botColumns(onAct)}
        answer={answer}
        page={url.page}
        pageSize={size}
        onPage={turnPage(change)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        sorting={sortingOf(url, change)}
        selected={bulk.chosen}
        onSelect={bulk.choose}
        actions={
          <HeaderActs
            chosen={bulk.chosen.length}
            busy={bulk.isPending}
            onBulk={bulk.onBulk}
            onImport={() => setImporting(true)}
          />
        }
        filter={<BotsFilter url={url} change={change} />}
        empty={noBots(url, change)}
      />
      {dialogs}
      {bulk.dialog}
      {importing && (
        <Suspense fallback={null}>
          <ImportBot onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
};
