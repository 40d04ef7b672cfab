import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type {
  IntegrationState,
  IntegrationView,
} from '#lib/domain/integrations/integration.schema.ts';

const shown: Record<IntegrationState, { name: string; type: StatusIndicatorProps.Type }> = {
  ACTIVE: { name: 'Active', type: 'success' },
  INACTIVE: { name: 'Inactive', type: 'stopped' },
  ERROR: { name: 'Error', type: 'error' },
  TESTING: { name: 'Testing', type: 'in-progress' },
};

export const stateName = (state: IntegrationState): string => shown[state].name;

type Props = { one: Pick<IntegrationView, 'integrationState'> };

export const State = ({ one: { integrationState } }: Props) => (
  <StatusIndicator type={shown[integrationState].type}>
    {stateName(integrationState)}
  </StatusIndicator>
);

/** Why an integration is in its state, where that is not plain. */
export const reasonOf = (one: IntegrationView): string | undefined => {
  const { integrationState, state_reason, untested, agent_status } = one;
  if (state_reason) return state_reason;
  if (integrationState === 'ACTIVE' && agent_status === 'offline') {
    return 'No agent of it is online: its work waits until one is.';
  }
  if (integrationState !== 'INACTIVE') return undefined;
  return untested ?? 'It has not been tested since it was connected or changed.';
};
