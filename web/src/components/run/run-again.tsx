import type { ReactNode } from 'react';
import Button from '@cloudscape-design/components/button';
import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import type { NodeResult } from '#lib/domain/executions/execution.schema.ts';
import {
  iterationProblem,
  replayProblem,
  resumeFromProblem,
} from '#lib/domain/executions/runs/resume.rules.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { type ResumeOptions, useConfirmedRestart } from './use-start-run.tsx';
import type { RunViewState } from './run-view-state.ts';

type Props = {
  view: RunViewState;
  /** Text of the button and title of the dialog. */
  text: string;
  resumeOptions: ResumeOptions;
  problem: string | undefined;
  /** Text of the question. */
  children: ReactNode;
};

/**
 * Asks for confirmation, then starts a run that reuses the results of all steps not to be repeated.
 */
const AgainButton = ({ view, text, resumeOptions, problem, children }: Props) => {
  const refusal = useRefusal(executions.resumeExecution);
  const { asking, ask, dialog } = useConfirmedRestart('resume', view.run, resumeOptions);
  const reason = refusal ?? replayProblem(view.run) ?? problem;
  return (
    <>
      <Button {...disabledBy(reason)} onClick={ask}>
        {text}
      </Button>
      {asking && (
        <ConfirmModal title={text} confirm={text} {...dialog}>
          {children}
        </ConfirmModal>
      )}
    </>
  );
};

/** The run's own results, without those of branches and turns. */
const ownResultsOf = ({ results, map }: RunViewState): Record<string, NodeResult> =>
  Object.fromEntries(Object.entries(results).filter(([id]) => map.isOutside(id)));

/** Runs a node and everything after it again, as a new run. */
export const RunFromHere = ({ view, node }: { view: RunViewState; node: GraphNode }) => (
  <AgainButton
    view={view}
    text="Run from here"
    resumeOptions={{ from: node.id }}
    problem={resumeFromProblem({ results: ownResultsOf(view) }, view.graph, node.id)}
  >
    A new run of version {view.run.version}, which this run had, begins at {node.name}. What came
    before keeps its results and is not run again; {node.name} and all that follows are.
  </AgainButton>
);

type TurnProps = { view: RunViewState; loop: GraphNode; index: number };

/** Runs one turn of a loop again, and nothing after the loop. */
export const RunTurnAgain = ({ view, loop, index }: TurnProps) => (
  <AgainButton
    view={view}
    text="Run this iteration again"
    resumeOptions={{ iteration: { node_id: loop.id, index } }}
    problem={
      view.map.isOutside(loop.id)
        ? iterationProblem({ results: ownResultsOf(view) }, view.graph, { node_id: loop.id, index })
        : 'This loop is inside another branch or iteration. Repeat an iteration of the outer loop.'
    }
  >
    A new run of version {view.run.version} repeats iteration {index + 1} of {loop.name} and nothing
    else: the other iterations keep their results, and the nodes after the loop are not run.
  </AgainButton>
);
