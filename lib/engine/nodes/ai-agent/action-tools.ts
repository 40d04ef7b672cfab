import { isOwnActionId } from '#lib/domain/actions/action-id.rules.ts';
import type { Action, Parameter } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import { agentUseOf } from '#lib/domain/actions/reads-only.rules.ts';
import {
  actionToolOf,
  approvalReason,
  approvalReasonText,
  otherSources,
} from '#lib/domain/bots/agent-approval.rules.ts';
import type { AgentTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { JsonSchema } from '#lib/ports/model.ts';
import { isFailed } from '../call-failure.ts';
import { type EffectCall, type Failed, failedForGood, finalOutcome } from '../node.ts';
import { previewOf, restApiAction } from '../rest-api-action.ts';
import { askUserModelTool } from './ask-user.ts';
import { inventoryTools } from './inventory-tools.ts';
import type { AgentSettings } from './settings.ts';
import {
  freeName,
  needsApprovalText,
  OutcomeUnknown,
  type Tool,
  type ToolAnswer,
  toolAnswer,
  toolError,
  withReason,
} from './tool.ts';

const types = { text: 'string', long_text: 'string', number: 'number' } as const;

const schemaOf = ({ type, options, label, description }: Parameter): JsonSchema => ({
  ...(type === 'list' ? { type: 'array', items: { type: 'string' } } : { type: types[type] }),
  ...(options && { enum: options }),
  description: description === '' ? label : `${label}. ${description}`,
});

const inputOf = ({ parameters_definition: all }: Action) => ({
  type: 'object',
  properties: Object.fromEntries(all.map((one): [string, JsonSchema] => [one.name, schemaOf(one)])),
  required: all.filter((one) => one.required && one.default === undefined).map(({ name }) => name),
  additionalProperties: false,
});

/** The id of an own action is meaningless to a model, so its name is used. */
const nameOf = ({ _id, name }: Action, takenNames: ReadonlySet<string>): string =>
  freeName(isOwnActionId(_id) ? name.toLowerCase() : _id, takenNames);

/** Reserved names of tools that are not actions; an action must not be mistaken for one of them. */
const otherNames = [askUserModelTool, ...inventoryTools('aws')].map(({ name }) => name);

const notOneCallError = ({ name }: Action): string =>
  `An agent cannot run "${name}": it is more than one call.`;

/** The most seconds that one call of a tool may take. */
const maxCallSeconds = 60;

/** The call as an Action node would make it, with the parameters that the model chose. */
const callOf = (
  action: Action,
  { integration }: AgentTool,
  ...[call, args, key]: Parameters<Tool['run']>
): EffectCall => ({
  ...call,
  settings: { action: action._id, integration, parameters: args, timeout_seconds: maxCallSeconds },
  key,
  ownAction: action,
});

const createRunFunction =
  (action: Action, entry: AgentTool): Tool['run'] =>
  async (...callArgs) => {
    const actionCall = callOf(action, entry, ...callArgs);
    const beginOutcome = restApiAction.begin(actionCall);
    if (beginOutcome.type === 'failed') return toolError(beginOutcome.error);
    if (beginOutcome.type !== 'effect' || !restApiAction.perform)
      return toolError(notOneCallError(action));
    // Whether the agent may do this without approval is checked again right before the call.
    if (beginOutcome.pretend && agentUseOf(action) === 'reads')
      return toolError(notOneCallError(action));
    const outcome = finalOutcome(await restApiAction.perform(actionCall));
    if (outcome.type === 'failed' && outcome.mayBeDone && agentUseOf(action) !== 'reads') {
      throw new OutcomeUnknown(outcome.error);
    }
    return outcome.type === 'failed' ? toolError(outcome.error) : toolAnswer(outcome.output);
  };

/** Identifies an account and its revision: the request itself does not say whose keys sign it. */
export const accountStateOf = ({ accountId, revision, account }: OpenedIntegration): unknown =>
  account ? [accountId, revision, accountStateOf(account)] : [accountId, revision];

const accountOf = ({ deps, tenant_id }: EffectCall, { integration }: AgentTool) =>
  integration?.id === undefined ? undefined : deps.integration(tenant_id, integration.id);

const createPlanFunction =
  (action: Action, entry: AgentTool, integration: string): NonNullable<Tool['plan']> =>
  async (...callArgs) => {
    const actionCall = callOf(action, entry, ...callArgs);
    const beginOutcome = restApiAction.begin(actionCall);
    if (beginOutcome.type === 'failed') return toolError(beginOutcome.error);
    if (beginOutcome.type !== 'effect') return toolError(notOneCallError(action));
    const account = await accountOf(actionCall, entry);
    const preview = await previewOf(actionCall);
    if (preview && isFailed(preview)) return toolError(preview.error);
    const { input, pretend } = beginOutcome;
    const would = pretend?.would ?? `run "${action.name}"`;
    const sent = {
      action: action._id,
      with: entry.integration,
      account: account && accountStateOf(account),
      call: preview?.sent ?? input,
    };
    return { action: action.name, integration, would, sent };
  };

const unknownNames = (action: Action, args: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(args).filter((name) =>
    action.parameters_definition.every((parameter) => parameter.name !== name),
  );

/** An error for the model where an argument is not a parameter of the action; else undefined. */
const unknownArgumentError = (
  action: Action,
  args: Readonly<Record<string, unknown>>,
): ToolAnswer | undefined => {
  const [unknownName] = unknownNames(action, args);
  return unknownName === undefined
    ? undefined
    : toolError(`There is no parameter "${unknownName.slice(0, 60)}".`);
};

type ToolSpec = {
  name: string;
  action: Action;
  entry: AgentTool;
  alias: string;
  needsApproval: boolean;
};

const toolFor = ({ name, action, entry, alias, needsApproval }: ToolSpec): Tool => {
  const run = createRunFunction(action, entry);
  const plan = createPlanFunction(action, entry, alias);
  const description = `${action.name}, with ${alias}. ${action.description}`;
  return {
    name,
    description: needsApproval ? `${description} ${needsApprovalText}` : description,
    input: needsApproval ? withReason(inputOf(action)) : inputOf(action),
    run: async (call, args, key) => unknownArgumentError(action, args) ?? run(call, args, key),
    ...(needsApproval && {
      plan: async (call, args, key) => unknownArgumentError(action, args) ?? plan(call, args, key),
    }),
  };
};

const findAction = async (
  call: EffectCall,
  { action: id }: AgentTool,
): Promise<Action | undefined> =>
  findReadyMadeAction(id) ?? (await call.deps.ownAction(call.tenant_id, id));

/** The tools of an agent's toolkit, or the failure that says why one of them is unavailable. */
export const actionTools = async (
  call: EffectCall,
  { agent_toolkit, approvers }: Pick<AgentSettings, 'agent_toolkit' | 'approvers'>,
): Promise<Tool[] | Failed> => {
  const tools: Tool[] = [];
  const actions = await Promise.all(agent_toolkit.map((entry) => findAction(call, entry)));
  const actionSources = actions.flatMap((action) => action ?? []).map(actionToolOf);
  const sources = [
    ...actionSources,
    ...otherSources(call.node.settings, call.isEventSent ?? false),
  ];
  for (const [index, entry] of agent_toolkit.entries()) {
    const action = actions[index];
    if (!action) return failedForGood('A tool of this agent does not exist, or it was deleted.');
    if (agentUseOf(action) === 'none') return failedForGood(notOneCallError(action));
    const reason = approvalReason(actionToolOf(action), sources);
    if (reason && approvers.length === 0) {
      const reasonText = approvalReasonText(reason);
      return failedForGood(`"${action.name}" ${reasonText}, but the agent has no approvers.`);
    }
    const account = await accountOf(call, entry);
    if (!account) {
      return failedForGood(
        `The integration of the tool "${action.name}" does not exist. Choose one.`,
      );
    }
    const takenNames = new Set([...otherNames, ...tools.map(({ name }) => name)]);
    const name = nameOf(action, takenNames);
    const { alias } = account;
    tools.push(toolFor({ name, action, entry, alias, needsApproval: reason !== undefined }));
  }
  return tools;
};
