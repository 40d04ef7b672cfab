import Alert from '@cloudscape-design/components/alert';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { Entered } from './entered.tsx';
import { Steps } from './steps.tsx';

const titles = {
  FAILED: 'This run has failed',
  CANCELLED: 'This run was cancelled',
} as const;

/** Why a run ended before its time. */
const Errors = ({ run: { state, errors } }: { run: PortalRun }) => {
  if (state !== 'FAILED' && state !== 'CANCELLED') return null;
  return (
    <Alert type={state === 'FAILED' ? 'error' : 'warning'} header={titles[state]}>
      {errors.length > 1 ? (
        <ul>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      ) : (
        errors[0]
      )}
    </Alert>
  );
};

type Props = { run: PortalRun; onAnswered: () => void };

/** What went wrong, the steps, and what was entered into them. */
export const RunDetails = ({ run, onAnswered }: Props) => (
  <SpaceBetween size="l">
    <Errors run={run} />
    <Steps key={run._id} groups={run.groups} run={run} onAnswered={onAnswered} />
    <Entered forms={run.entered} />
  </SpaceBetween>
);
