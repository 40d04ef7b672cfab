import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { nodeCatalogue } from '#lib/domain/bots/node.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import { executions } from '#web/api/executions.ts';
import { useCall } from '#web/api/use-call.ts';
import { JsonView } from '#web/components/json-view.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { RunState } from '#web/components/run-state.tsx';
import { Time } from '#web/components/time.tsx';
import { lanesText } from './lane-text.ts';
import { durationText } from './progress.ts';

type Props = { runId: string; node: GraphNode; result: NodeResult | undefined };

const Value = ({ title, value }: { title: string; value: unknown }) => (
  <div>
    <Box variant="awsui-key-label">{title}</Box>
    {value === undefined ? <Box>-</Box> : <JsonView value={value} what={title.toLowerCase()} />}
  </div>
);

/** An output that lies in files, fetched when it is looked at. */
const StoredOutput = ({ runId, nodeId }: { runId: string; nodeId: string }) => {
  const input = { bot_exc_id: runId, node_id: nodeId };
  const { data, error, refetch } = useCall(executions.getNodeResult, input);
  if (error) return <LoadFailed error={error} what="this output" onRetry={refetch} />;
  return data ? <Value title="Output" value={data.output} /> : <Loading text="Loading output" />;
};

const kilobytes = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} KB`;

const Facts = ({ result }: { result: NodeResult }) => (
  <KeyValuePairs
    columns={2}
    items={[
      { label: 'State', value: <RunState state={result.status} /> },
      { label: 'Attempts', value: result.attempt },
      { label: 'Started', value: <Time at={result.started_at} /> },
      {
        label: 'Duration',
        value: result.duration_ms === undefined ? '-' : durationText(result.duration_ms),
      },
      ...(result.lanes ? [{ label: 'Branches or turns', value: lanesText(result.lanes) }] : []),
      ...(result.cached ? [{ label: 'Taken from', value: 'A kept result' }] : []),
      ...(result.handle ? [{ label: 'Left by', value: result.handle }] : []),
      ...(result.output_bytes === undefined
        ? []
        : [{ label: 'Output size', value: kilobytes(result.output_bytes) }]),
    ]}
  />
);

/** What one node did in a run: its state, what it got, what it gave, and what went wrong. */
export const NodeResultPane = ({ runId, node, result }: Props) => (
  <SpaceBetween size="l">
    <Header variant="h2" description={nodeCatalogue[node.type].label}>
      {node.name}
    </Header>
    {result ? (
      <SpaceBetween size="l">
        <Facts result={result} />
        {result.error && (
          <Alert type="error" header="Error">
            {result.error}
          </Alert>
        )}
        <Value title="Input" value={result.input} />
        {result.output_ref ? (
          <StoredOutput runId={runId} nodeId={node.id} />
        ) : (
          <Value title="Output" value={result.output} />
        )}
      </SpaceBetween>
    ) : (
      <Box color="text-body-secondary">The run has not come to this node.</Box>
    )}
  </SpaceBetween>
);
