import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { replayProblem, resumeProblem } from '#lib/domain/executions/resume.rules.ts';
import { RestartButton } from './restart-button.tsx';

type Props = {
  run: ExecutionView;
  /** The version that a replay runs; absent where none is published. */
  published: number | undefined;
};

/** Goes on with a run that failed. */
export const ResumeRun = ({ run }: Pick<Props, 'run'>) => (
  <RestartButton
    how="resume"
    text="Resume"
    title="Resume run"
    run={run}
    problem={resumeProblem(run)}
  >
    A new run of version {run.version}, which this run had, goes on where this one stopped. What its
    nodes have done already is taken over and not done again.
  </RestartButton>
);

/** Runs everything once more. */
export const ReplayRun = ({ run, published }: Props) => {
  const unpublished = published === undefined ? 'Publish a version of this bot first.' : undefined;
  return (
    <RestartButton
      how="replay"
      text="Replay"
      title="Replay run"
      run={run}
      problem={replayProblem(run) ?? unpublished}
    >
      A new run begins at the start, with the trigger and the input of this one. It is a run of
      version {published}, which is published now
      {published === run.version ? ' as it was then' : `; this one was of version ${run.version}`}.
      Everything that its nodes do is done again.
    </RestartButton>
  );
};
