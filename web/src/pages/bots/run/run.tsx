import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { ReactFlowProvider } from '@xyflow/react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePage } from '#web/app/page.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Canvas } from '../graph/canvas.tsx';
import { CanvasTools } from '../graph/canvas-tools.tsx';
import { useWalkKeys } from '../graph/use-walk-keys.ts';
import type { Chosen } from '../graph/use-flow.ts';
import { Workbench } from '../graph/workbench.tsx';
import { AbortRun } from './abort-run.tsx';
import { NodeResultPane } from './node-result.tsx';
import { statesOf, takenEdges } from './progress.ts';
import { RunHeader } from './run-header.tsx';
import { RunOverview } from './run-overview.tsx';
import { useRun } from './use-run.ts';
import { Waiting } from './waiting.tsx';

const crumbs = [
  { text: 'Bots', to: '/bots' },
  { text: 'Bot runs', to: '/bots/executions' },
];
const nothing: Chosen = { nodes: [], edges: [] };

type Props = {
  run: ExecutionView;
  graph: Graph;
  published: number | undefined;
  query: ReturnType<typeof useRun>;
};

const RunBoard = ({ run, graph, published, query }: Props) => {
  const [selected, setSelected] = useState<Chosen>(nothing);
  const [aborting, setAborting] = useState(false);
  const { results } = run;
  const marks = useMemo(
    () => ({ states: statesOf(results), taken: takenEdges(graph, results) }),
    [graph, results],
  );
  const keys = useWalkKeys(graph, selected, setSelected);
  const node = graph.nodes.find(({ id }) => id === selected.nodes[0]);
  const pane = node ? (
    <NodeResultPane key={node.id} runId={run._id} node={node} result={results[node.id]} />
  ) : (
    <RunOverview run={run} graph={graph} onJump={(id) => setSelected({ nodes: [id], edges: [] })} />
  );
  return (
    <ReactFlowProvider>
      <Workbench
        header={
          <SpaceBetween size="s">
            <RunHeader
              run={run}
              published={published}
              query={query}
              onAbort={() => setAborting(true)}
            />
            {run.waiting_for && <Waiting waiting={run.waiting_for} />}
          </SpaceBetween>
        }
        canvas={
          <Canvas
            graph={graph}
            marks={marks}
            selected={selected}
            onSelect={setSelected}
            keys={keys}
            label={`Graph of ${run.bot_name}`}
          >
            <CanvasTools />
          </Canvas>
        }
        paneLabel="Result"
        pane={pane}
      />
      {aborting && <AbortRun run={run} onClose={() => setAborting(false)} />}
    </ReactFlowProvider>
  );
};

const back = { text: 'Go to bot runs', to: '/bots/executions' };

/**
 * One run on its graph, as it goes on (spec 3 section 2,
 * `/bots/{botId}/executions/{executionId}`).
 */
export const RunPage = () => {
  const { bot_id = '', bot_exc_id = '' } = useParams();
  const query = useRun(bot_exc_id);
  const run = query.data;
  const input = { bot_id, ...(run && { version: run.version }) };
  const bot = useCall(bots.getBot, input, { enabled: run !== undefined });
  usePage({
    title: run ? `Run of ${run.bot_name}` : 'Run',
    crumbs,
    contentType: 'form',
    edgeToEdge: true,
  });
  if (!run) {
    if (!query.error) return <Loading text="Loading run" />;
    return <LoadFailed error={query.error} what="this run" onRetry={query.refetch} back={back} />;
  }
  if (bot.error) {
    return <LoadFailed error={bot.error} what="its bot" onRetry={bot.refetch} back={back} />;
  }
  if (!bot.data) return <Loading text="Loading graph" />;
  const { graph, published_version } = bot.data;
  return (
    <RunBoard key={run._id} run={run} graph={graph} published={published_version} query={query} />
  );
};
