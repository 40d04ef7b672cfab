import { Suspense, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import type { BotSummary, BotView } from '#lib/domain/bots/bot.schema.ts';
import type { VersionSummary } from '#lib/domain/bots/version.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { usePageSize } from '#web/components/table-preferences.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { useRestore } from './use-restore.ts';
import { republishRefusal } from '../acts/refusals.ts';
import { type Refusals, type RowAction, versionColumns } from './version-columns.tsx';

const LazyPublishedRights = lazyPart(
  async () => (await import('./published-rights.tsx')).PublishedRights,
);
const LazyComparison = lazyPart(async () => (await import('./comparison.tsx')).Comparison);

export type VersionsProps = Refusals & {
  bot: BotSummary;
  onRestored: (bot: BotView) => void;
  onPublish: (version: number) => void;
};

type Pair = { from: number; to: number };

const pairOf = (one: number, other: number): Pair => ({
  from: Math.min(one, other),
  to: Math.max(one, other),
});

/** The versions of a bot, newest first: can be compared, restored and published. */
export const VersionsPanel = ({ bot, onRestored, onPublish, ...refusals }: VersionsProps) => {
  const [page, setPage] = useState(1);
  const [selected, select] = useState<readonly VersionSummary[]>([]);
  const [compared, compare] = useState<Pair>();
  const size = usePageSize('bot-versions');
  const input = { bot_id: bot._id, page_number: page, number_of_items: size };
  const answer = useCall(bots.listBotVersions, input, { keep: true });
  const { restore } = useRestore(onRestored);
  const publishedInput = { bot_id: bot._id, version: bot.published_version ?? bot.draft_version };
  const { data: published } = useCall(bots.getBot, publishedInput);
  const actions: Record<RowAction, (version: number) => void> = {
    compare: (version) => compare(pairOf(version, bot.draft_version)),
    restore: (version) => restore(bot._id, version, bot.draft_version),
    publish: onPublish,
  };
  const [one, other] = selected;
  return (
    <>
      <ListTable
        id="bot-versions"
        variant="borderless"
        title="Saved versions"
        rows="versions"
        description="Select two to compare them."
        columns={versionColumns({
          ...refusals,
          republishRefusal: republishRefusal(published),
          onAction: (action, { version }) => actions[action](version),
        })}
        answer={answer}
        page={page}
        pageSize={size}
        onPage={(next) => setPage(next.page)}
        keyOf={({ version }) => String(version)}
        nameOf={({ version }) => `version ${version}`}
        selected={selected}
        onSelect={(rows) => select(rows.slice(-2))}
        actions={
          <Button
            {...disabledBy(one && other ? undefined : 'Select two versions.')}
            onClick={() => one && other && compare(pairOf(one.version, other.version))}
          >
            Compare
          </Button>
        }
        empty={{ title: 'No versions', text: 'Every save creates a version.' }}
      />
      <Suspense fallback={null}>
        {bot.integration_types.length > 0 && <LazyPublishedRights bot={bot} />}
        {compared && (
          <LazyComparison botId={bot._id} {...compared} onClose={() => compare(undefined)} />
        )}
      </Suspense>
    </>
  );
};
