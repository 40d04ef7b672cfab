import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Panel } from '@xyflow/react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { Link } from '#web/components/link.tsx';
import { RunStatus } from '#web/components/run-state.tsx';
import type { Marks } from '#web/components/graph/flow.ts';
import { choicesOf, createLaneMap, type LaneChoices } from '#web/components/run/lane-map.ts';
import type { RunViewState } from '#web/components/run/run-view-state.ts';
import { marksOf } from '#web/components/run/marks.ts';
import { useRun } from '#web/components/run/use-run.ts';
import { useTurns } from '#web/components/run/use-turns.ts';
import { changedNodeIds } from './changed-nodes.ts';
import { type DataSource, runText } from './source.ts';

/** A run shown on the draft: its marks on cards and arrows, and its data. */
export type ShownRunState = {
  view: RunViewState;
  marks: Marks;
  /** Nodes that were edited since the version that ran. */
  changed: ReadonlySet<string>;
  refresh: () => void;
};

type RunSource = Extract<DataSource, { kind: 'run' }>;

type Props = {
  source: RunSource;
  graph: Graph;
  onShown: (shownRun: ShownRunState | undefined) => void;
  onSource: (source: DataSource) => void;
  onClose: () => void;
  /** Selects a node. */
  onJump: (nodeId: string) => void;
};

type RunOnDraftProps = Props & { run: ExecutionView; query: ReturnType<typeof useRun> };

/** The run on the draft: nodes that were changed since are shown nevertheless. */
const useRunLook = ({ run, graph: draft, onJump }: RunOnDraftProps): RunViewState => {
  const graph = useDeferredValue(draft);
  const { only } = run.options;
  const [choices, setChoices] = useState<LaneChoices>(only ? { [only.node_id]: only.index } : {});
  const map = useMemo(() => createLaneMap(graph), [graph]);
  const turns = useTurns(run, map, choices);
  return useMemo(
    () => ({
      ...turns,
      run,
      graph,
      map,
      choices,
      choose: (openerId, index) => setChoices((previous) => ({ ...previous, [openerId]: index })),
      jump: (id, lane) => {
        if (lane) setChoices((previous) => ({ ...previous, ...choicesOf(lane) }));
        onJump(id);
      },
    }),
    [turns, run, graph, map, choices, onJump],
  );
};

const none: ReadonlySet<string> = new Set();

/** The nodes edited since; empty until the version that ran is loaded. */
const useChangedNodes = ({ bot_id, version }: ExecutionView, graph: Graph): ReadonlySet<string> => {
  const { data } = useCall(bots.getBot, { bot_id, version });
  return useMemo(() => (data ? changedNodeIds(data.graph, graph) : none), [data, graph]);
};

const changedText = ({ size }: ReadonlySet<string>): string =>
  `${size === 1 ? '1 node was' : `${size} nodes were`} changed since`;

type PanelProps = { children: ReactNode; onClose: () => void };

const RunPanel = ({ children, onClose }: PanelProps) => (
  <Panel position="top-right">
    <section className="bot-shown-run" aria-label="Run on the canvas" aria-live="polite">
      {children}
      <Button variant="icon" iconName="close" ariaLabel="Hide the run" onClick={onClose} />
    </section>
  </Panel>
);

/** Shown if the run could not be refreshed: its state may be outdated. */
const RefreshFailed = ({ error, refetch }: { error: ApiError; refetch: () => unknown }) => (
  <>
    <StatusIndicator type="warning">Not refreshed: {error.message}</StatusIndicator>
    <Button iconName="refresh" ariaLabel="Refresh run" onClick={() => void refetch()} />
  </>
);

const RunOnDraft = (props: RunOnDraftProps) => {
  const { run, source, query, onShown, onSource, onClose } = props;
  const { error, refetch } = query;
  const view = useRunLook(props);
  const changed = useChangedNodes(run, view.graph);
  useEffect(() => {
    const refresh = () => {
      view.reread();
      void refetch();
    };
    onShown({ view, marks: { ...marksOf(view), changed }, changed, refresh });
  }, [view, changed, refetch, onShown]);
  useEffect(() => () => onShown(undefined), [onShown]);
  const name = runText(run);
  useEffect(() => {
    // The name contains the run's state.
    if (name !== source.name) onSource({ ...source, name });
  }, [name, source, onSource]);
  return (
    <RunPanel onClose={onClose}>
      <RunStatus run={run} />
      <Box color="text-body-secondary">
        version {run.version}
        {changed.size > 0 && `, ${changedText(changed)}`}
      </Box>
      <Link to={pathTo('run', { bot_id: run.bot_id, bot_exc_id: run._id })}>Open the run</Link>
      {error && <RefreshFailed error={error} refetch={refetch} />}
    </RunPanel>
  );
};

/** A run on the canvas of the editor, with its updates. */
export const ShownRun = (props: Props) => {
  const query = useRun(props.source.id);
  const { data, error, refetch } = query;
  if (data) return <RunOnDraft {...props} run={data} query={query} />;
  return (
    error && (
      <RunPanel onClose={props.onClose}>
        <RefreshFailed error={error} refetch={refetch} />
      </RunPanel>
    )
  );
};
