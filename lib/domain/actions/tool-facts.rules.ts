import { serviceOf } from '../integrations/aws/permissions.rules.ts';
import { outsideTypes, publicTypes } from '../integrations/outside-servers.schema.ts';
import { placeholdersIn } from '../integrations/call.rules.ts';
import type { AwsCall, Parameter } from './definition.schema.ts';
import { isReadOnly, type JudgedAction } from './reads-only.rules.ts';
import type { ToolFacts } from './tool-facts.schema.ts';

/** The fields that determine how an action handles data. */
export type JudgedTool = JudgedAction & {
  integration_type: string;
  parameters_definition: readonly Pick<Parameter, 'name' | 'options'>[];
};

/** Parameters with free values, which the AI agent chooses. */
const freeParametersOf = ({ parameters_definition }: JudgedTool): string[] =>
  parameters_definition.filter(({ options }) => !options).map(({ name }) => name);

/** Whether an AWS call can pass data to another account: its name alone (one parameter) cannot. */
const canReachOtherAccounts = (action: JudgedTool): boolean => {
  const { service, region = '' } = action.call as AwsCall;
  const regions = placeholdersIn(region);
  const freeParameters = freeParametersOf(action).filter((name) => !regions.includes(name));
  return serviceOf(service).isShared === true && freeParameters.length > 1;
};

const sendsDataOut = (action: JudgedTool): boolean => {
  if (!isReadOnly(action)) return true;
  if (action.executable_type === 'aws') return canReachOtherAccounts(action);
  return outsideTypes.has(action.integration_type) && freeParametersOf(action).length > 0;
};

/** How an action handles data as a tool of an AI agent, derived from its call and type. */
export const toolFactsOf = (action: JudgedTool): ToolFacts => ({
  reads_private: !publicTypes.has(action.integration_type),
  // In every system, names, tickets, messages and logs may be written by outsiders.
  takes_untrusted: true,
  sends_out: sendsDataOut(action),
});
