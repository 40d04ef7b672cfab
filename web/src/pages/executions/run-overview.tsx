import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { Copy } from '#web/components/copy.tsx';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { Link } from '#web/components/link.tsx';
import { nodeStateProps, RunState } from '#web/components/run-state.tsx';
import { msOf, Time } from '#web/components/time.tsx';
import { hasEndedAtLimit } from '#web/components/run/remarks.ts';
import { lanesText } from '#web/components/run/lane-text.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { durationText, stepsOf } from '#web/components/run/progress.ts';
import { WaitList } from './waiting.tsx';

type Props = { view: RunViewState };

/** A link to the chat, available as long as the run is kept; a dry run calls no model. */
const ChatLink = ({ run: { bot_id, _id, options } }: Pick<RunViewState, 'run'>) =>
  !options.dry_run && <Link to={pathTo('chat', { bot_id, bot_exc_id: _id })}>Read chat</Link>;

const Steps = ({ view: { run, graph, results, jump } }: Props) => {
  const steps = stepsOf(results);
  if (steps.length === 0) return <Box color="text-body-secondary">No node has started yet.</Box>;
  return (
    <ol className="bot-issue-list">
      {steps.map((id) => {
        const result = results[id];
        const node = graph.nodes.find((one) => one.id === id);
        return (
          <li key={id}>
            <SpaceBetween size="xs" direction="horizontal" alignItems="center">
              <Button variant="inline-link" onClick={() => jump(id)}>
                {node?.name ?? id}
              </Button>
              {result && <RunState {...nodeStateProps(result)} />}
              {result && node?.type === 'ai_agent' && hasEndedAtLimit(result) && (
                <StatusIndicator type="warning">Limit reached</StatusIndicator>
              )}
              {result?.lanes && (
                <Box color="text-body-secondary">
                  {lanesText(result.lanes, {
                    hasEnded: isFinal(result.status),
                    isDry: run.options.dry_run,
                  })}
                </Box>
              )}
              {result?.duration_ms !== undefined && (
                <Box color="text-body-secondary">{durationText(result.duration_ms)}</Box>
              )}
              {node?.type === 'ai_agent' && <ChatLink run={run} />}
            </SpaceBetween>
          </li>
        );
      })}
    </ol>
  );
};

const durationOf = ({ created_at, finished_at }: ExecutionView): string =>
  finished_at ? durationText(msOf(finished_at) - msOf(created_at)) : '-';

/** Shown while no node is selected: the run as a whole, step by step. */
export const RunOverview = (props: Props) => {
  const { run } = props.view;
  return (
    <SpaceBetween size="l">
      <Header variant="h2">Steps</Header>
      {run.waits.length > 0 && <WaitList {...props} />}
      <Steps {...props} />
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Finished', value: <Time at={run.finished_at} /> },
          { label: 'Duration', value: durationOf(run) },
        ]}
      />
      <KeyValuePairs
        items={[{ label: 'Run ID', value: <Copy text={run._id} subject="run ID" /> }]}
      />
      {run.input !== undefined && (
        <div>
          <Box variant="awsui-key-label">Input</Box>
          <LazyJsonView value={run.input} subject="input" />
        </div>
      )}
    </SpaceBetween>
  );
};
