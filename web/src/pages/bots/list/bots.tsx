import { useState } from 'react';
import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { useUrlState } from '#web/components/use-url-state.ts';
import { DeleteBot } from '../acts/delete-bot.tsx';
import { useBotStatus } from '../acts/use-bot-status.tsx';
import { useStartRun } from '../acts/use-start-run.tsx';
import { editorHelp } from '../editor/help.tsx';
import { botColumns, type RowAction } from './bot-columns.tsx';
import { BotsFilter } from './bots-filter.tsx';
import { botsUrl, filterOf, isFiltered, noFilter } from './bots-url.ts';

const New = ({ variant }: { variant?: 'primary' }) => {
  const refusal = useRefusal(bots.createBot);
  return (
    <LinkButton
      to="/bots/new"
      variant={variant ?? 'normal'}
      disabled={refusal !== undefined}
      disabledReason={refusal ?? ''}
    >
      New
    </LinkButton>
  );
};

const counted = (count: number) => `${count} Bot${count === 1 ? '' : 's'}`;

const noBots = (onClear: (() => void) | undefined) =>
  onClear
    ? {
        title: 'No Bots Available with selected filters.',
        text: 'Other filters may show more.',
        action: <Button onClick={onClear}>Clear filters</Button>,
      }
    : {
        title: 'No Bots Available',
        text: 'A bot acts for you: on demand, by a schedule, or when a listener is called.',
        action: <New />,
      };

/** What the row menu does; only a delete needs the page. */
const useRowActions = (onDelete: (bot: BotSummary) => void) => {
  const { start } = useStartRun();
  const { toggle, schedule, dialog } = useBotStatus();
  const acts: Record<RowAction, (bot: BotSummary) => void> = {
    run: (bot) => start({ bot }, false),
    toggle,
    schedule,
    delete: onDelete,
  };
  return { onAction: (action: RowAction, bot: BotSummary) => acts[action](bot), dialog };
};

const useBots = () => {
  const [url, change] = useUrlState(botsUrl);
  const size = usePageSize('bots', url.itemCount);
  const filter = filterOf(url);
  const input = { ...filter, page_number: url.page, number_of_items: size };
  const answer = useCall(bots.listBots, input, { keep: true });
  const { data: total } = useCall(bots.countBots, filter, { keep: true });
  return { url, change, size, answer, count: total?.count };
};

/** The bots of the organisation (spec 3 section 2, "Bots list"). */
export const BotsPage = () => {
  const navigate = useNavigate();
  const { url, change, size, answer, count } = useBots();
  const [deleted, setDeleted] = useState<BotSummary>();
  const { onAction, dialog } = useRowActions(setDeleted);
  const refusal = useRefusal(bots.createBot);
  const clear = isFiltered(url) ? () => change(noFilter) : undefined;
  const { page } = url;
  useListKeys({
    r: () => void answer.refetch(),
    n: refusal === undefined ? () => void navigate('/bots/new') : undefined,
    ArrowLeft: page > 1 ? () => change({ page: page - 1 }) : undefined,
    ArrowRight: answer.data?.next ? () => change({ page: page + 1 }) : undefined,
  });
  usePage({ title: 'Bots', contentType: 'table', help: editorHelp });
  return (
    <>
      <ListTable
        id="bots"
        title="Bots"
        rows="bots"
        info={<InfoLink />}
        description={count === undefined ? undefined : counted(count)}
        columns={botColumns(onAction)}
        answer={answer}
        page={page}
        pageSize={size}
        onPage={(next) => change({ page: next.page, ...(next.size && { itemCount: next.size }) })}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        actions={<New variant="primary" />}
        filter={<BotsFilter url={url} change={change} />}
        empty={noBots(clear)}
      />
      {dialog}
      {deleted && (
        <DeleteBot
          bot={deleted}
          onClose={() => setDeleted(undefined)}
          onDeleted={() => setDeleted(undefined)}
        />
      )}
    </>
  );
};
