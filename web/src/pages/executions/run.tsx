import { Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { ReactFlowProvider } from '@xyflow/react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { canvasLayout, usePage } from '#web/app/page.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Canvas } from '#web/components/graph/canvas.tsx';
import { CanvasTools } from '#web/components/graph/canvas-tools.tsx';
import { useWalkKeys } from '#web/components/graph/use-walk-keys.ts';
import type { GraphSelection } from '#web/components/graph/use-flow.ts';
import { Workbench } from '#web/components/graph/workbench.tsx';
import { choicesOf, createLaneMap } from '#web/components/run/lane-map.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { marksOf } from '#web/components/run/marks.ts';
import { RunEnd } from '#web/components/run/run-end.tsx';
import { runGoneText } from '#web/components/run/run-gone.ts';
import { questionsOf } from './questions.ts';
import { RunHeader } from './run-header.tsx';
import { RunOverview } from './run-overview.tsx';
import { ExplainRun } from './explain-run.tsx';
import { failedNodeId } from './failure.ts';
import { useSelectionUrl } from './use-selection-url.ts';
import { useRun } from '#web/components/run/use-run.ts';
import { useTurns } from '#web/components/run/use-turns.ts';
import { ShowFailure } from './show-failure.tsx';
import { Waiting } from './waiting.tsx';

/** The code of the turn chooser is as large as the page's; it is needed only for a node. */
const LazyNodeResultPane = lazyPart(
  async () => (await import('#web/components/run/node-result.tsx')).NodeResultPane,
);

/** Few runs outlive their bot. */
const LazyRunWithoutBot = lazyPart(
  async () => (await import('./run-without-bot.tsx')).RunWithoutBot,
);

type Props = {
  run: ExecutionView;
  graph: Graph;
  published: number | undefined;
  query: ReturnType<typeof useRun>;
};

/** The run as selected by the address. */
const useRunSelection = (run: ExecutionView, graph: Graph) => {
  const { nodeId, choices, selectNode } = useSelectionUrl(run);
  const map = useMemo(() => createLaneMap(graph), [graph]);
  const turns = useTurns(run, map, choices);
  const view: RunViewState = {
    ...turns,
    run,
    graph,
    map,
    choices,
    choose: (openerId, index) => selectNode(nodeId, { ...choices, [openerId]: index }),
    jump: (id, lane) => selectNode(id, { ...choices, ...(lane && choicesOf(lane)) }),
  };
  return { view, nodeId, select: (id: string | undefined) => selectNode(id, choices) };
};

const useMarks = (view: RunViewState) => {
  const { run, graph, results, choices } = view;
  return useMemo(() => marksOf({ run, graph, results, choices }), [run, graph, results, choices]);
};

/** The node with an open question, or else the one that failed. */
const initialNodeId = (run: ExecutionView): string | undefined => {
  const [question] = questionsOf(run);
  return question?.node_id ?? (run.state === 'FAILED' ? failedNodeId(run.results) : undefined);
};

const RunBoard = ({ run, graph, published, query }: Props) => {
  const { view, nodeId, select } = useRunSelection(run, graph);
  const [edges, setEdges] = useState<readonly string[]>([]);
  const node = graph.nodes.find(({ id }) => id === nodeId);
  const selected = useMemo(
    (): GraphSelection => ({ nodes: nodeId === undefined ? [] : [nodeId], edges }),
    [nodeId, edges],
  );
  const onSelect = (selection: GraphSelection) => {
    setEdges(selection.edges);
    const id = selection.nodes.at(-1);
    if (id !== nodeId) select(id);
  };
  const refresh = () => {
    view.reread();
    void query.refetch();
  };
  const keys = useWalkKeys(graph, selected, onSelect);
  const marks = useMarks(view);
  return (
    <ReactFlowProvider>
      <Workbench
        header={
          <RunHeader
            run={run}
            graph={graph}
            published={published}
            query={{ ...query, refetch: refresh }}
          />
        }
        canvas={
          <Canvas
            graph={graph}
            marks={marks}
            selected={selected}
            onSelect={onSelect}
            keys={keys}
            label={`Graph of ${run.bot_name}`}
            opensAt={initialNodeId(run)}
            messages={
              <>
                <RunEnd
                  isOverlay
                  run={{ ...run, dry_run: run.options.dry_run }}
                  action={
                    <SpaceBetween size="xs" direction="horizontal">
                      <ShowFailure view={view} />
                      <ExplainRun view={view} />
                    </SpaceBetween>
                  }
                />
                <Waiting view={view} />
              </>
            }
          >
            <CanvasTools />
          </Canvas>
        }
        paneLabel="Result"
        selectedId={nodeId}
        pane={
          node ? (
            <Suspense fallback={<Loading text="Loading result" />}>
              <LazyNodeResultPane key={node.id} view={view} node={node} onAnswered={refresh} />
            </Suspense>
          ) : (
            <RunOverview view={view} />
          )
        }
      />
    </ReactFlowProvider>
  );
};

const backLink = { text: 'Go to bot runs', to: pathTo('runs') };

/** One run on its graph, with its updates. */
export const RunPage = () => {
  const { bot_id = '', bot_exc_id = '' } = useParams();
  const query = useRun(bot_exc_id);
  const run = query.data;
  const input = { bot_id, ...(run && { version: run.version }) };
  const bot = useCall(bots.getBot, input, { enabled: run !== undefined });
  usePage({
    page: 'run',
    ...(run && { title: `Run of ${run.bot_name}` }),
    ...canvasLayout,
  });
  if (!run) {
    if (!query.error) return <Loading text="Loading run" />;
    const failed = {
      error: query.error,
      onRetry: query.refetch,
      back: backLink,
      missing: runGoneText,
    };
    return <LoadFailed subject="this run" {...failed} />;
  }
  if (bot.error?.status === 404) {
    return (
      <Suspense fallback={<Loading text="Loading run" />}>
        <LazyRunWithoutBot run={run} />
      </Suspense>
    );
  }
  if (bot.error && !bot.data) {
    return <LoadFailed error={bot.error} subject="its bot" onRetry={bot.refetch} back={backLink} />;
  }
  if (!bot.data) return <Loading text="Loading graph" />;
  const { graph, published_version } = bot.data;
  return (
    <RunBoard key={run._id} run={run} graph={graph} published={published_version} query={query} />
  );
};
