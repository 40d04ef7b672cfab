import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PortalRun } from '#lib/domain/service-portal/portal.schema.ts';
import { RunEnd } from '#web/components/run/run-end.tsx';
import { Entered } from './entered.tsx';
import { Steps } from './steps.tsx';

type Props = { run: PortalRun; onAnswered: () => void };

/** What became of it, the steps, and what was entered into them. */
export const RunDetails = ({ run, onAnswered }: Props) => (
  <SpaceBetween size="l">
    <RunEnd run={run} />
    <Steps key={run._id} groups={run.groups} run={run} onAnswered={onAnswered} />
    <Entered forms={run.entered} />
  </SpaceBetween>
);
