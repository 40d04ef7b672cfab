import { useState } from 'react';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { executions } from '#web/api/executions.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useCurrentUser } from '#web/app/session.ts';
import { LinkButton } from '#web/components/link.tsx';
import { ListTable } from '#web/components/list-table.tsx';
import { localTime } from '#web/components/time.tsx';
import { useListKeys } from '#web/components/use-list-keys.ts';
import { useNow } from '#web/components/use-now.ts';
import { AbortRun } from '#web/components/run/abort-run.tsx';
import { runColumns } from './run-columns.tsx';
import { runFileColumns } from './run-file-columns.ts';
import { RunsFilter } from './runs-filter.tsx';
import { runsHelp } from './help.tsx';
import { runFilterParams, runsQuery, runsUrl } from './runs-url.ts';
import { useBulkAbort } from './use-bulk-abort.tsx';
import { useBatchedTask } from '#web/components/run/use-batched-task.ts';
import { pollEvery } from '#web/components/run/use-run.ts';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';

/** The signed-in user, once loaded, and the current time. */
type FilterContext = { me: string | undefined; now: number };

export const runList = listOf({
  id: 'runs',
  url: runsUrl,
  page: 'page',
  filter: runFilterParams,
  call: executions.listExecutions,
  inputOf: (url, { me, now }: FilterContext) => runsQuery(url, me, now),
  poll: (page) => (page?.items.every(({ state }) => isFinal(state)) ? false : pollEvery),
  canAsk: ({ bot_caller }, { me }) => bot_caller !== 'Self' || me !== undefined,
  contextAt: () => ({ me: undefined, now: Date.now() }),
  file: {
    name: 'runs.csv',
    noun: 'run',
    columns: runFileColumns,
  },
});

const useRuns = () => {
  const { data: me } = useCurrentUser();
  const now = useNow(60_000);
  const runs = useList(runList, { me: me?._id, now });
  const { answer, list } = runs;
  const refetchSoon = useBatchedTask(runs.refreshList);
  useChannel('bot_execution_updated', ({ bot_exc_id }) => {
    // A run that is not shown may be a new one, which belongs on the first page.
    if (list.page === 1 || answer.data?.items.some(({ _id }) => _id === bot_exc_id)) refetchSoon();
  });
  return runs;
};

/** The runs of all bots, or of one, the newest first. */
export const RunsPage = () => {
  const { url, changeFilter, answer, list } = useRuns();
  const [aborting, setAborting] = useState<ExecutionSummary>();
  const { page, pageSize } = list;
  const bulk = useBulkAbort(answer.data?.items ?? [], JSON.stringify({ ...url, pageSize }));
  useListKeys({
    r: () => void answer.refetch(),
    ArrowLeft: page > 1 ? () => list.onPage({ page: page - 1 }) : undefined,
    ArrowRight: answer.data?.next ? () => list.onPage({ page: page + 1 }) : undefined,
  });
  usePage({
    page: 'runs',
    contentType: 'table',
    help: runsHelp,
  });
  return (
    <>
      <ListTable
        {...list}
        title="Bot runs"
        rows="runs"
        info={<InfoLink />}
        columns={runColumns(setAborting)}
        keyOf={({ _id }) => _id}
        nameOf={({ bot_name, created_at }) => `run of ${bot_name} at ${localTime(created_at)}`}
        selected={bulk.chosen}
        onSelect={bulk.choose}
        actions={bulk.button}
        filter={
          <RunsFilter
            url={url}
            changeFilter={changeFilter}
            botName={answer.data?.items[0]?.bot_name}
          />
        }
        empty={{
          title: 'No runs',
          text: 'A bot runs when you start it, or when its listener is called.',
          action: <LinkButton to={pathTo('bots')}>Go to bots</LinkButton>,
        }}
      />
      {bulk.dialog}
      {aborting && <AbortRun run={aborting} onClose={() => setAborting(undefined)} />}
    </>
  );
};
