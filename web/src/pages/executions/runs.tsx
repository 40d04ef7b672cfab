import { useState } from 'react';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { usePage } from '#web/app/page.ts';
import { useCurrentUser } from '#web/app/session.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import { localTime } from '#web/components/time.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { useNow } from '#web/components/use-now.ts';
import { useUrlState } from '#web/components/use-url-state.ts';
import { AbortRun } from './abort-run.tsx';
import { runColumns } from './run-columns.tsx';
import { RunsFilter } from './runs-filter.tsx';
import { isFiltered, noFilter, runsQuery, runsUrl, type RunsUrl } from './runs-url.ts';
import { useBulkAbort } from './use-bulk-abort.tsx';
import { useGathered } from '#web/components/run/use-gathered.ts';
import { pollEvery } from '#web/components/run/use-run.ts';

const useRuns = (url: RunsUrl, size: number) => {
  const { data: me } = useCurrentUser();
  const now = useNow(60_000);
  const answer = useCall(executions.listExecutions, runsQuery(url, size, me?._id, now), {
    keep: true,
    enabled: url.bot_caller !== 'Self' || me !== undefined,
    poll: (runs) => (runs?.items.every(({ state }) => isFinal(state)) ? false : pollEvery),
  });
  const refetchSoon = useGathered(() => void answer.refetch());
  useChannel('bot_execution_updated', ({ bot_exc_id }) => {
    // A run that is not shown may be a new one, which stands on the first page.
    if (url.page === 1 || answer.data?.items.some(({ _id }) => _id === bot_exc_id)) refetchSoon();
  });
  return answer;
};

/** Runs of all bots, or of one, the newest first (spec 3 section 2). */
export const RunsPage = () => {
  const [url, change] = useUrlState(runsUrl);
  const [aborted, setAborted] = useState<ExecutionSummary>();
  const size = usePageSize('runs');
  const answer = useRuns(url, size);
  const bulk = useBulkAbort(answer.data?.items ?? [], JSON.stringify({ ...url, size }));
  useListKeys({
    r: () => void answer.refetch(),
    ArrowLeft: url.page > 1 ? () => change({ page: url.page - 1 }) : undefined,
    ArrowRight: answer.data?.next ? () => change({ page: url.page + 1 }) : undefined,
  });
  usePage({
    page: 'runs',
    contentType: 'table',
  });
  return (
    <>
      <ListTable
        id="runs"
        title="Bot runs"
        rows="runs"
        columns={runColumns(setAborted)}
        answer={answer}
        page={url.page}
        pageSize={size}
        onPage={({ page }) => change({ page })}
        keyOf={({ _id }) => _id}
        nameOf={({ bot_name, created_at }) => `run of ${bot_name} at ${localTime(created_at)}`}
        selected={bulk.chosen}
        onSelect={bulk.choose}
        actions={bulk.button}
        filter={<RunsFilter url={url} change={change} botName={answer.data?.items[0]?.bot_name} />}
        onClearFilter={isFiltered(url) ? () => change(noFilter) : undefined}
        empty={{
          title: 'No runs',
          text: 'A bot runs when you start it, or when its listener is called.',
          action: <LinkButton to={pathTo('bots')}>Go to bots</LinkButton>,
        }}
      />
      {bulk.dialog}
      {aborted && <AbortRun run={aborted} onClose={() => setAborted(undefined)} />}
    </>
  );
};
