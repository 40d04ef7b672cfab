import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import {
  fromProblem,
  iterationProblem,
  replayProblem,
} from '#lib/domain/executions/resume.rules.ts';
import type { RunLook } from './look.ts';
import { RestartButton } from './restart-button.tsx';

/** The run's own results: those of branches and turns are no part of it. */
const ownOf = ({ results, map }: RunLook): Record<string, NodeResult> =>
  Object.fromEntries(Object.entries(results).filter(([id]) => map.isOutside(id)));

/** Runs everything from a node on again, as a new run. */
export const RunFromHere = ({ look, node }: { look: RunLook; node: GraphNode }) => (
  <RestartButton
    how="resume"
    run={look.run}
    text="Run from here"
    again={{ from: node.id }}
    problem={replayProblem(look.run) ?? fromProblem({ results: ownOf(look) }, look.graph, node.id)}
  >
    A new run of version {look.run.version}, which this run had, begins at {node.name}. What came
    before is taken over and not done again; {node.name} and all that follows are.
  </RestartButton>
);

type TurnProps = { look: RunLook; loop: GraphNode; index: number };

const turnProblem = ({ look, loop, index }: TurnProps): string | undefined =>
  look.map.isOutside(loop.id)
    ? iterationProblem({ results: ownOf(look) }, look.graph, { node_id: loop.id, index })
    : 'This loop lies inside of another branch or turn. Run a turn of the outermost loop again.';

/** Runs one turn of a loop again, and nothing after the loop. */
export const RunTurnAgain = ({ look, loop, index }: TurnProps) => (
  <RestartButton
    how="resume"
    run={look.run}
    text="Run this turn again"
    again={{ iteration: { node_id: loop.id, index } }}
    problem={replayProblem(look.run) ?? turnProblem({ look, loop, index })}
  >
    A new run of version {look.run.version} does turn {index + 1} of {loop.name} again, and nothing
    else: the other turns are taken over, and what follows the loop is not done.
  </RestartButton>
);
