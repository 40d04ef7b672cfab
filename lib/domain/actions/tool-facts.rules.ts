import { serviceOf } from '../integrations/aws/permissions.rules.ts';
import { outsideTypes, publicTypes } from '../integrations/outside-servers.schema.ts';
import { fieldsIn } from '../integrations/call.rules.ts';
import type { AwsCall, Parameter } from './definition.schema.ts';
import { type Judged, readsOnly } from './reads-only.rules.ts';
import type { ToolFacts } from './tool-facts.schema.ts';

/** What of an action says what it does to data. */
export type JudgedTool = Judged & {
  integration_type: string;
  parameters_definition: readonly Pick<Parameter, 'name' | 'options'>[];
};

/** Parameters whose values the agent makes up. */
const freeIn = ({ parameters_definition }: JudgedTool): string[] =>
  parameters_definition.filter(({ options }) => !options).map(({ name }) => name);

/** A call that names what is another account's tells it nothing more, unless it says more. */
const tellsOthers = (action: JudgedTool): boolean => {
  const { service, region = '' } = action.call as AwsCall;
  const regions = fieldsIn(region);
  const said = freeIn(action).filter((name) => !regions.includes(name));
  return serviceOf(service).isShared === true && said.length > 1;
};

const sendsOut = (action: JudgedTool): boolean => {
  if (!readsOnly(action)) return true;
  if (action.executable_type === 'aws') return tellsOthers(action);
  return outsideTypes.has(action.integration_type) && freeIn(action).length > 0;
};

/** What an action does to data where an agent has it as a tool: told by its call and its type. */
export const toolFactsOf = (action: JudgedTool): ToolFacts => ({
  reads_private: !publicTypes.has(action.integration_type),
  // Names, tickets, messages and logs of every system may be written by others.
  takes_untrusted: true,
  sends_out: sendsOut(action),
});
