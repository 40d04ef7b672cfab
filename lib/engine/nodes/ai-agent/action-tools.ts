import { isOwnAction } from '#lib/domain/actions/action-id.rules.ts';
import type { Action, Parameter } from '#lib/domain/actions/definition.schema.ts';
import { actionOf } from '#lib/domain/actions/ready-made.ts';
import { readsOnly } from '#lib/domain/actions/reads-only.rules.ts';
import type { AgentTool } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import type { JsonSchema } from '#lib/ports/model.ts';
import { atOnce, type EffectCall, type Failed, hopeless } from '../node.ts';
import { restApiAction } from '../rest-api-action.ts';
import { type Tool, toolAnswer, toolError } from './tool.ts';

const types = { text: 'string', long_text: 'string', number: 'number' } as const;

const schemaOf = ({ type, options, label, description }: Parameter): JsonSchema => ({
  ...(type === 'list' ? { type: 'array', items: { type: 'string' } } : { type: types[type] }),
  ...(options && { enum: options }),
  description: description === '' ? label : `${label}. ${description}`,
});

const inputOf = ({ parameters_definition: all }: Action): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(all.map((one) => [one.name, schemaOf(one)])),
  required: all
    .filter((one) => one.required && one.default === undefined)
    .map(({ name }) => name),
  additionalProperties: false,
});

/**
 * Names of functions, as every provider of models takes them; ids of the organisation's own actions
 * say nothing.
 */
const nameOf = ({ _id, name }: Action, taken: ReadonlySet<string>): string => {
  const told = isOwnAction(_id) ? name.toLowerCase() : _id;
  const base = told.replaceAll(/[^a-zA-Z0-9_]+/g, '_').slice(0, 56);
  const names = [base, ...Array.from({ length: taken.size }, (_, n) => `${base}_${n + 2}`)];
  return names.find((name) => !taken.has(name)) ?? base;
};

/** Seconds that one call of a tool may take. */
const longestCall = 60;

/** Runs an action as an Action node would, with parameters that the model has chosen. */
const running =
  (action: Action, { integration }: AgentTool): Tool['run'] =>
  async (call, args, key) => {
    const settings = {
      action: action._id,
      integration,
      parameters: args,
      timeout_seconds: longestCall,
    };
    const made: EffectCall = { ...call, settings, key, ownAction: action };
    const begun = restApiAction.begin(made);
    if (begun.type === 'failed') return toolError(begun.error);
    if (begun.type !== 'effect' || begun.pretend || !restApiAction.perform) {
      return toolError(`"${action.name}" changes something: this agent can only read.`);
    }
    const came = atOnce(await restApiAction.perform(made));
    return came.type === 'failed' ? toolError(came.error) : toolAnswer(came.output);
  };

const unknownNames = (action: Action, args: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(args).filter((name) =>
    action.parameters_definition.every((parameter) => parameter.name !== name),
  );

const toolFor = (name: string, action: Action, tool: AgentTool, alias: string): Tool => {
  const run = running(action, tool);
  return {
    name,
    description: `${action.name}, with ${alias}. ${action.description}`,
    input: inputOf(action),
    run: async (call, args, key) => {
      const [unknown] = unknownNames(action, args);
      return unknown === undefined
        ? run(call, args, key)
        : toolError(`There is no parameter "${unknown.slice(0, 60)}".`);
    },
  };
};

const found = async (call: EffectCall, { action: id }: AgentTool): Promise<Action | undefined> =>
  actionOf(id) ?? (await call.deps.ownAction(call.tenant_id, id));

/** The actions of an agent's toolkit, or why one of them cannot be had. */
export const actionTools = async (
  call: EffectCall,
  toolkit: readonly AgentTool[],
): Promise<Tool[] | Failed> => {
  const tools: Tool[] = [];
  for (const entry of toolkit) {
    const action = await found(call, entry);
    if (!action) return hopeless('A tool of this agent does not exist, or it was deleted.');
    if (!readsOnly(action)) {
      return hopeless(`"${action.name}" may change something. An agent can only run what reads.`);
    }
    const id = entry.integration?.id;
    const account = id === undefined ? undefined : await call.deps.integration(call.tenant_id, id);
    if (!account) {
      return hopeless(`The integration of the tool "${action.name}" does not exist. Choose one.`);
    }
    const taken = new Set(tools.map(({ name }) => name));
    tools.push(toolFor(nameOf(action, taken), action, entry, account.alias));
  }
  return tools;
};
