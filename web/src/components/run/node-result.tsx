import './run.css';
import { type ReactNode, Suspense } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { closerOf, isInRuns, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { isFinal } from '#lib/domain/executions/execution.rules.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { LazyJsonView } from '#web/components/json/lazy-json-view.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { nodeStateProps, RunState, stateText } from '#web/components/run-state.tsx';
import { LargeValue } from '#web/components/json/large-value.tsx';
import { Time } from '#web/components/time.tsx';
import { LazyInlineAnswer } from './lazy-inline-answer.tsx';
import { Attempts } from './attempts.tsx';
import { LaneFacts } from './lane-facts.tsx';
import { lanesText } from './lane-text.ts';
import { type RunViewState, waitAt } from './run-view-state.ts';
import { durationText } from './progress.ts';
import { RunFromHere } from './run-again.tsx';
import { Sources } from './sources.tsx';
import { EnclosingTurns } from './enclosing-turns.tsx';
import { resultSourceOf } from './remarks.ts';

type Props = {
  view: RunViewState;
  node: GraphNode;
  /** Called when the node's question was answered. */
  onAnswered: () => void;
  /**
   * Shown instead of a heading, if the surroundings already name the node: the button to run it
   * again.
   */
  rerunButton?: ReactNode;
};

const Value = ({ title, value }: { title: string; value: unknown }) => (
  <div>
    <Box variant="awsui-key-label">{title}</Box>
    {value === undefined ? (
      <Box>-</Box>
    ) : (
      <LazyJsonView value={value} subject={title.toLowerCase()} />
    )}
  </div>
);

/** The printed output of code. */
const Logs = ({ output }: { output: unknown }) => {
  const text: unknown = Object(output).stdout;
  return (
    <div>
      <Box variant="awsui-key-label">Logs</Box>
      {typeof text === 'string' && text !== '' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className="run-logs" tabIndex={0} aria-label="Logs">
          {text}
        </pre>
      ) : (
        <Box>Nothing was printed.</Box>
      )}
    </div>
  );
};

const Output = ({ node, output }: { node: GraphNode; output: unknown }) => (
  <>
    {node.type === 'python_code' && output !== undefined && <Logs output={output} />}
    <Value title="Output" value={output} />
  </>
);

type StoredProps = { view: RunViewState; node: GraphNode };

/** An output that is stored in files, fetched when it is shown. */
const StoredOutput = ({ view, node }: StoredProps) => {
  const { run, map, choices } = view;
  const lane = map.laneAt(node.id, choices);
  const input = { bot_exc_id: run._id, node_id: node.id, ...(lane && { lane }) };
  const { data, error, refetch } = useCall(executions.getNodeResult, input);
  if (error) return <LoadFailed error={error} subject="this output" onRetry={refetch} />;
  if (!data) return <Loading text="Loading output" />;
  if (data.output_part) {
    const readPart = async (partNumber: number) =>
      (await executions.getNodeResult({ ...input, part: partNumber })).output_part;
    return (
      <LargeValue title="Output" name={node.id} first={data.output_part} readPart={readPart} />
    );
  }
  return <Output node={node} output={data.output} />;
};

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} KB`;

const lanesFact = ({ lanes, status }: NodeResult, { run }: RunViewState) => {
  if (!lanes) return [];
  const options = { hasEnded: isFinal(status), isDry: run.options.dry_run };
  return [{ label: 'Branches or iterations', value: lanesText(lanes, options) }];
};

const Facts = ({ view, result }: { view: RunViewState; result: NodeResult }) => {
  const source = resultSourceOf(view.run, result);
  return (
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'State', value: <RunState {...nodeStateProps(result)} /> },
        { label: 'Attempts', value: result.attempt },
        { label: 'Started', value: <Time at={result.started_at} /> },
        {
          label: result.attempts ? 'Duration of all attempts' : 'Duration',
          value: result.duration_ms === undefined ? '-' : durationText(result.duration_ms),
        },
        ...lanesFact(result, view),
        ...(source ? [{ label: 'Taken from', value: source }] : []),
        ...(result.handle ? [{ label: 'Branch taken', value: result.handle }] : []),
        ...(result.output_bytes === undefined
          ? []
          : [{ label: 'Output size', value: kilobytes(result.output_bytes) }]),
      ]}
    />
  );
};

/** The error, or the reason why people stopped it: a rejection is not an error of the node. */
const Failure = ({ result }: { result: NodeResult }) => {
  const stateProps = nodeStateProps(result);
  const hasFailed = stateProps.state === 'FAILED';
  const endLabel = hasFailed ? 'Error' : stateText(stateProps);
  const header = isFinal(result.status) ? endLabel : 'The last attempt failed';
  const type = hasFailed || stateProps.outcome === 'rejected' ? 'error' : 'warning';
  return (
    <Alert type={type} header={header}>
      {result.error}
    </Alert>
  );
};

/** The conversation has its own code and styles, loaded when an agent is shown. */
const LazyConversation = lazyPart(async () => (await import('./conversation.tsx')).Conversation);

const InlineConversation = ({ view, node, result }: StoredProps & { result: NodeResult }) => {
  const { run, map, choices } = view;
  if (result.would) return null;
  return (
    <Suspense fallback={<Loading text="Loading the conversation" />}>
      <LazyConversation
        bot_exc_id={run._id}
        agent_node_id={node.id}
        lane={map.laneAt(node.id, choices) ?? ''}
        isOver={isFinal(result.status)}
      />
    </Suspense>
  );
};

const Result = ({
  view,
  node,
  result,
}: Omit<Props, 'onAnswered' | 'again'> & { result: NodeResult }) => (
  <SpaceBetween size="l">
    {result.error && <Failure result={result} />}
    {result.would && (
      <Alert type="info" header={`Would ${result.would}`}>
        This was a dry run, so the node did not do this. Its input is what it would have used.
      </Alert>
    )}
    <Facts view={view} result={result} />
    {result.attempts && <Attempts attempts={result.attempts} />}
    <Sources view={view} node={node} />
    {node.type === 'ai_agent' && <InlineConversation view={view} node={node} result={result} />}
    <Value title="Input" value={result.input} />
    {result.output_ref ? (
      <StoredOutput view={view} node={node} />
    ) : (
      <Output node={node} output={result.output} />
    )}
  </SpaceBetween>
);

const Heading = ({ node, children }: { node: GraphNode; children: ReactNode }) => (
  <Header variant="h2" description={nodeFacts[node.type].label} actions={children}>
    {node.name}
  </Header>
);

/** What a node did in a run: its state, input, output and error. */
export const NodeResultPane = ({ view, node, onAnswered, rerunButton }: Props) => {
  const result = view.results[node.id];
  const wait = waitAt(view, node);
  return (
    <SpaceBetween size="l">
      {rerunButton ?? (
        <Heading node={node}>{isInRuns(node) && <RunFromHere view={view} node={node} />}</Heading>
      )}
      <EnclosingTurns view={view} node={node} />
      {result && closerOf(node.type) && <LaneFacts view={view} opener={node} />}
      {wait && <LazyInlineAnswer wait={wait} onDone={onAnswered} />}
      {result ? (
        <Result view={view} node={node} result={result} />
      ) : (
        <Box color="text-body-secondary">
          {view.map.isOutside(node.id)
            ? 'The run has not reached this node.'
            : 'The run has not reached this node here.'}
        </Box>
      )}
    </SpaceBetween>
  );
};
