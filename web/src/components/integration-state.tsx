import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import type {
  IntegrationState,
  IntegrationView,
} from '#lib/domain/integrations/integration.schema.ts';

const stateDisplay: Record<IntegrationState, { name: string; type: StatusIndicatorProps.Type }> = {
  ACTIVE: { name: 'Active', type: 'success' },
  INACTIVE: { name: 'Not tested', type: 'pending' },
  ERROR: { name: 'Error', type: 'error' },
  TESTING: { name: 'Testing', type: 'in-progress' },
};

export const stateName = (state: IntegrationState): string => stateDisplay[state].name;

type StateFields = Pick<IntegrationView, 'integrationState'> &
  Partial<Pick<IntegrationView, 'connection_type' | 'agent_status'>>;

/** Whether nothing works for the integration yet: it has no agent, or none has asked for work. */
const waitsForAgent = ({ integrationState, connection_type, agent_status }: StateFields): boolean =>
  integrationState === 'INACTIVE' && connection_type === 'AGENT' && agent_status !== 'online';

/** The state of an integration, as shown in lists and pickers. */
export const stateText = (one: StateFields): string =>
  waitsForAgent(one) ? 'Waiting for an agent' : stateName(one.integrationState);

export const IntegrationStatus = ({ one }: { one: StateFields }) => (
  <StatusIndicator type={stateDisplay[one.integrationState].type}>{stateText(one)}</StatusIndicator>
);

/** Why an integration is in its state, if that is not obvious. */
export const stateReasonOf = (one: IntegrationView): string | undefined => {
  const { integrationState, state_reason, untested, agent_status } = one;
  if (state_reason) return state_reason;
  if (integrationState === 'ACTIVE' && agent_status === 'offline') {
    return 'None of its agents is online: its work waits until one is.';
  }
  if (integrationState !== 'INACTIVE') return undefined;
  if (waitsForAgent(one)) return 'Add an agent, or start the existing one.';
  return untested ?? 'It has not been tested since it was connected or changed.';
};
