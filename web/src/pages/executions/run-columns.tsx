import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import { hrefTo, pathTo } from '#lib/pages.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { RunStatus } from '#web/components/run-state.tsx';
import { msOf, Time } from '#web/components/time.tsx';
import { durationText } from '#web/components/run/progress.ts';
import { TriggerText } from '#web/components/run/trigger-text.tsx';

type OnAbort = (run: ExecutionSummary) => void;

const RowMenu = ({ run, onAbort }: { run: ExecutionSummary; onAbort: OnAbort }) => {
  const { _id, bot_id } = run;
  const follow = useFollow();
  const refusal = useRefusal(executions.abortExecution);
  const reason = refusal ?? (isFinal(run.state) ? 'This run has ended.' : undefined);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for the run of ${run.bot_name}`}
      items={[
        { id: 'open', text: 'Open', href: hrefTo('run', { bot_id, bot_exc_id: _id }) },
        { id: 'bot', text: 'Open bot', href: hrefTo('bot', { bot_id }, { mode: 'view' }) },
        {
          id: 'abort',
          text: 'Abort',
          disabled: reason !== undefined,
          disabledReason: reason ?? '',
        },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        if (detail.id === 'abort') onAbort(run);
      }}
    />
  );
};

const durationOf = ({ created_at, finished_at }: ExecutionSummary): string =>
  finished_at ? durationText(msOf(finished_at) - msOf(created_at)) : '-';

export const runColumns = (onAbort: OnAbort): Column<ExecutionSummary>[] => [
  {
    id: 'bot',
    name: 'Bot',
    isRowHeader: true,
    width: 200,
    cell: ({ _id, bot_id, bot_name }) => (
      <Link to={pathTo('run', { bot_id, bot_exc_id: _id })}>{bot_name}</Link>
    ),
  },
  { id: 'state', name: 'State', width: 225, cell: (run) => <RunStatus run={run} /> },
  {
    id: 'trigger',
    name: 'Started by',
    width: 205,
    under: 'bot',
    cell: ({ trigger }) => <TriggerText trigger={trigger} />,
  },
  {
    id: 'created',
    name: 'Started',
    width: 225,
    under: 'state',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  { id: 'duration', name: 'Duration', width: 105, cell: durationOf },
  {
    id: 'decision',
    name: 'Decision',
    minWidth: 240,
    hidden: true,
    cell: ({ decision }) => (decision ? decisionText(decision) : '-'),
  },
  { id: 'version', name: 'Version', width: 100, hidden: true, cell: ({ version }) => version },
  {
    id: 'finished',
    name: 'Finished',
    minWidth: 210,
    hidden: true,
    cell: ({ finished_at }) => <Time at={finished_at} />,
  },
  {
    id: 'id',
    name: 'ID',
    minWidth: 340,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} subject="run ID" />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 95,
    cell: (run) => <RowMenu run={run} onAbort={onAbort} />,
  },
];
