import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Panel } from '@xyflow/react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { Link } from '#web/components/link.tsx';
import { RunState } from '#web/components/run-state.tsx';
import type { Marks } from '../graph/flow.ts';
import { type Choices, choicesOf, laneMap } from '../run/lane-map.ts';
import type { RunLook } from '../run/look.ts';
import { statesOf, takenEdges } from '../run/progress.ts';
import { remarksOf } from '../run/remarks.ts';
import { useRun } from '../run/use-run.ts';
import { useTurns } from '../run/use-turns.ts';
import { runText, type Source } from './source.ts';

/** A run laid over the graph that is drawn: what cards and arrows show of it, and all the rest. */
export type Shown = { look: RunLook; marks: Marks; refresh: () => void };

type RunSource = Extract<Source, { kind: 'run' }>;

type Props = {
  source: RunSource;
  graph: Graph;
  onShown: (shown: Shown | undefined) => void;
  onSource: (source: Source) => void;
  onClose: () => void;
  /** Selects a node. */
  onJump: (nodeId: string) => void;
};

type LaidProps = Props & { run: ExecutionView; refetch: () => unknown };

/** The run as it is looked at here: what was changed since then is drawn all the same. */
const useLook = ({ run, graph: drawn, onJump }: LaidProps): RunLook => {
  const graph = useDeferredValue(drawn);
  const { only } = run.options;
  const [choices, setChoices] = useState<Choices>(only ? { [only.node_id]: only.index } : {});
  const map = useMemo(() => laneMap(graph), [graph]);
  const turns = useTurns(run, map, choices);
  return useMemo(
    () => ({
      ...turns,
      run,
      graph,
      map,
      choices,
      choose: (openerId, index) => setChoices((before) => ({ ...before, [openerId]: index })),
      jump: (id, lane) => {
        if (lane) setChoices((before) => ({ ...before, ...choicesOf(lane) }));
        onJump(id);
      },
    }),
    [turns, run, graph, map, choices, onJump],
  );
};

const marksOf = (look: RunLook): Marks => ({
  states: statesOf(look.results),
  taken: takenEdges(look.graph, look.results),
  remarks: remarksOf(look),
});

const Laid = (props: LaidProps) => {
  const { run, source, refetch, onShown, onSource, onClose } = props;
  const look = useLook(props);
  useEffect(() => {
    const refresh = () => {
      look.reread();
      void refetch();
    };
    onShown({ look, marks: marksOf(look), refresh });
  }, [look, refetch, onShown]);
  useEffect(() => () => onShown(undefined), [onShown]);
  const name = runText(run);
  useEffect(() => {
    // Its name says how the run stands.
    if (name !== source.name) onSource({ ...source, name });
  }, [name, source, onSource]);
  return (
    <Panel position="top-right">
      <section className="bot-shown-run" aria-label="Run on the canvas" aria-live="polite">
        <RunState state={run.state} />
        <Box color="text-body-secondary">version {run.version}</Box>
        <Link to={`/bots/${run.bot_id}/executions/${run._id}`}>Open the run</Link>
        <Button
          variant="icon"
          iconName="close"
          ariaLabel="Take the run off the canvas"
          onClick={onClose}
        />
      </section>
    </Panel>
  );
};

/** A run on the canvas of the editor, as it goes on. */
export const ShownRun = (props: Props) => {
  const { data, refetch } = useRun(props.source.id);
  return data ? <Laid {...props} run={data} refetch={refetch} /> : null;
};
