import { useState } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import { executionStates, type ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { usePage } from '#web/app/page.ts';
import { LinkButton } from '#web/components/link.tsx';
import { Choice } from '#web/components/choice.tsx';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import { stateLabels } from '#web/components/run-state.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { choiceParam, pageParam, textParam, useUrlState } from '#web/components/use-url-state.ts';
import { AbortRun } from './abort-run.tsx';
import { runColumns } from './run-columns.tsx';
import { useGathered } from './use-gathered.ts';

const urlState = z.object({
  page: pageParam,
  status: choiceParam(executionStates),
  name: textParam,
  bot_id: textParam,
});

type Url = z.output<typeof urlState>;

const Filter = ({ url, change }: { url: Url; change: (patch: Partial<Url>) => void }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <SearchBox
      label="Find runs by the bot's name"
      value={url.name}
      onSearch={(name) => change({ name, page: 1 })}
    />
    <Choice
      label="State"
      all="All states"
      values={executionStates}
      labelOf={(state) => stateLabels[state]}
      value={url.status}
      onChange={(status) => change({ status, page: 1 })}
    />
  </SpaceBetween>
);

const pollEvery = 20_000;

const noFilter = { status: undefined, name: undefined, bot_id: undefined, page: 1 };

const useRuns = ({ page, status, name, bot_id }: Url, size: number) => {
  const bot_name = searchText.safeParse(name).data;
  const input = { page_number: page, number_of_items: size, state: status, bot_name, bot_id };
  const answer = useCall(executions.listExecutions, input, {
    keep: true,
    poll: (runs) => (runs?.items.every(({ state }) => isFinal(state)) ? false : pollEvery),
  });
  const refetchSoon = useGathered(() => void answer.refetch());
  useChannel('bot_execution_updated', ({ bot_exc_id }) => {
    // A run that is not shown may be a new one, which stands on the first page.
    if (page === 1 || answer.data?.items.some(({ _id }) => _id === bot_exc_id)) refetchSoon();
  });
  return answer;
};

/** Runs of all bots, or of one, the newest first. */
export const RunsPage = () => {
  const [url, change] = useUrlState(urlState);
  const [aborted, setAborted] = useState<ExecutionSummary>();
  const size = usePageSize('runs');
  const answer = useRuns(url, size);
  const filtered = Boolean(url.status ?? url.name ?? url.bot_id);
  usePage({
    title: 'Bot runs',
    crumbs: [{ text: 'Bots', to: '/bots' }],
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
        nameOf={({ bot_name, created_at }) => `run of ${bot_name} at ${created_at}`}
        filter={<Filter url={url} change={change} />}
        onClearFilter={filtered ? () => change(noFilter) : undefined}
        empty={{
          title: 'No runs',
          text: 'A bot runs when you start it, or when its listener is called.',
          action: <LinkButton to="/bots">Go to bots</LinkButton>,
        }}
      />
      {aborted && <AbortRun run={aborted} onClose={() => setAborted(undefined)} />}
    </>
  );
};
