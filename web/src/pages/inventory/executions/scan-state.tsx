import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type { ScanState as State, ScanView } from '#lib/domain/inventory/scans/scan.schema.ts';
import { scanStateNames } from './scans-url.ts';

const indicators: Record<State, StatusIndicatorProps.Type> = {
  IN_PROGRESS: 'in-progress',
  SUCCEEDED: 'success',
  FAILED: 'error',
  WAITING_FOR_APPROVAL: 'pending',
};

type Props = {
  scan: Pick<ScanView, 'state' | 'cancelled_by' | 'progress' | 'partial' | 'rules_problem'>;
};

const textOf = ({ state, cancelled_by, progress }: Props['scan']): string => {
  if (state === 'IN_PROGRESS') {
    if (cancelled_by !== undefined) return 'Cancelling';
    if (progress.planned === 0) return scanStateNames.IN_PROGRESS;
    return progress.done < progress.planned
      ? `${progress.done} of ${progress.planned} tables`
      : 'Checking the rules';
  }
  return cancelled_by === undefined ? scanStateNames[state] : 'Cancelled';
};

const typeOf = ({ state, cancelled_by }: Props['scan']): StatusIndicatorProps.Type =>
  state === 'FAILED' && cancelled_by !== undefined ? 'stopped' : indicators[state];

/** The violations that the rules found, if they were evaluated. */
export const findingsText = ({
  evaluator_result,
  rules_problem,
}: Pick<ScanView, 'evaluator_result' | 'rules_problem'>): string => {
  if (rules_problem !== undefined) return 'Not checked';
  return evaluator_result ? `${evaluator_result.resources.alarm} failed` : '-';
};

/** The state of a scan: its progress, and whether something could not be read. */
export const ScanState = ({ scan }: Props) => (
  <SpaceBetween size="xxs">
    <StatusIndicator type={typeOf(scan)}>{textOf(scan)}</StatusIndicator>
    {scan.partial && scan.state === 'SUCCEEDED' && (
      <StatusIndicator type="warning">
        {scan.rules_problem === undefined ? 'Not everything could be read' : 'Not complete'}
      </StatusIndicator>
    )}
  </SpaceBetween>
);
