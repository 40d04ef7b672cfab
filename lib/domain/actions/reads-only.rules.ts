import { isReadOnlyCall } from '../integrations/aws/permissions.rules.ts';
import type { AgentUse } from './action.schema.ts';
import type { AwsCall, RestCall } from './definition.schema.ts';

/** The fields that determine whether an action only reads. */
export type JudgedAction = { approval_required: boolean; executable_type: string; call: unknown };

/** Whether an action changes nothing and does not wait: an AI agent may run it without asking. */
export const isReadOnly = ({ approval_required, executable_type, call }: JudgedAction): boolean => {
  if (approval_required) return false;
  if (executable_type === 'rest') return (call as RestCall).method === 'GET';
  if (executable_type !== 'aws') return false;
  const { until, ...awsCall } = call as AwsCall;
  return until === undefined && isReadOnlyCall(awsCall);
};

export const agentUseOf = (action: JudgedAction): AgentUse => {
  if (isReadOnly(action)) return 'reads';
  const { executable_type: kind, call } = action;
  const isOneCall = kind === 'aws' && (call as AwsCall).until === undefined;
  return kind === 'rest' || isOneCall ? 'asks' : 'none';
};
