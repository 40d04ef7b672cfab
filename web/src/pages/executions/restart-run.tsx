import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { ExecutionView } from '#lib/domain/executions/execution.schema.ts';
import { replayProblem, resumeProblem } from '#lib/domain/executions/runs/resume.rules.ts';
import { executions } from '#web/api/executions.ts';
import { useRefusal } from '#web/app/session.ts';
import { ConfirmModal } from '#web/components/confirm-modal.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { type Restart, useConfirmedRestart } from '#web/components/run/use-start-run.tsx';

type Props = {
  run: ExecutionView;
  /** The version that a replay runs; undefined if none is published. */
  published: number | undefined;
};

const calls = { resume: executions.resumeExecution, replay: executions.replayExecution };

const titles: Record<Restart, string> = { resume: 'Resume', replay: 'Replay' };

const Consequence = ({ mode, run, published }: Props & { mode: Restart }) =>
  mode === 'resume' ? (
    <Box>
      A new run of version {run.version}, which this run had, starts where this one stopped.
      Completed nodes are not run again; open requests are asked again.
    </Box>
  ) : (
    <Box>
      A new run begins at the start, with the trigger and the input of this one. It is a run of
      version {published}, which is published now
      {published === run.version ? ' as it was then' : `; this one was of version ${run.version}`}.
      Everything that its nodes do is done again. Run again repeats version {run.version} instead,
      started by you.
    </Box>
  );

const refusalOf = (mode: Restart, { run, published }: Props): string | undefined => {
  if (mode === 'resume') return resumeProblem(run);
  const unpublished = published === undefined ? 'Publish a version of this bot first.' : undefined;
  return replayProblem(run) ?? unpublished;
};

const RestartButton = ({ mode, ...props }: Props & { mode: Restart }) => {
  const refusal = useRefusal(calls[mode]);
  const { asking, ask, dialog } = useConfirmedRestart(mode, props.run);
  const title = `${titles[mode]} run`;
  return (
    <>
      <Button {...disabledBy(refusal ?? refusalOf(mode, props))} onClick={ask}>
        {titles[mode]}
      </Button>
      {asking && (
        <ConfirmModal title={title} confirm={title} {...dialog}>
          <Consequence {...props} mode={mode} />
        </ConfirmModal>
      )}
    </>
  );
};

/** Resumes a failed run. */
export const ResumeRun = (props: Props) => <RestartButton {...props} mode="resume" />;

/** Runs everything again. */
export const ReplayRun = (props: Props) => <RestartButton {...props} mode="replay" />;
