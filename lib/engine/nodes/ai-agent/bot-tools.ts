import * as z from 'zod';
import type { AgentBot } from '#lib/domain/bots/nodes/ai-agent.schema.ts';
import { type EffectCall, type Failed, failedForGood } from '../node.ts';
import { askUserModelTool } from './ask-user.ts';
import type { RunnableBot } from './child-runs.ts';
import type { AgentSettings } from './settings.ts';
import { freeName, type Tool, toolError, withReason } from './tool.ts';

/** The input that the model passes to a bot. */
const botArguments = z.strictObject({ input: z.record(z.string(), z.json()).default({}) });

const inputSchema = withReason({
  type: 'object',
  properties: {
    input: { type: 'object', description: 'The input of the bot.', additionalProperties: true },
  },
  required: [],
  additionalProperties: false,
});

/** The most bytes of a bot's input, the same as for runs that people start. */
const maxInputBytes = 32 * 1024;

/** The input of a bot, or the error that says why the arguments are invalid. */
const parseInput = (args: Readonly<Record<string, unknown>>) => {
  const { data, success } = botArguments.safeParse(args);
  if (!success) return toolError('The only argument is "input", an object.');
  return Buffer.byteLength(JSON.stringify(data.input)) > maxInputBytes
    ? toolError('The input is larger than 32 KB. Let the bot fetch it instead.')
    : data;
};

const notInNodeTest = toolError('A test of one node cannot start a bot.');

/** The bot in its current state, or the error that says why it cannot be run. */
const findBot = async ({ children }: EffectCall, { bot_id }: AgentBot) => {
  const bot = await children?.find(bot_id);
  if (bot === undefined) return notInNodeTest;
  return typeof bot === 'string' ? toolError(bot) : bot;
};

const createPlanFunction =
  (entry: AgentBot): NonNullable<Tool['plan']> =>
  async (call, args) => {
    const parsedArgs = parseInput(args);
    if ('is_error' in parsedArgs) return parsedArgs;
    const bot = await findBot(call, entry);
    if ('is_error' in bot) return bot;
    const { _id: bot_id, name, published_version: version } = bot;
    const would = `run version ${version} of the bot "${name}", with input from the agent`;
    return { action: name, integration: '', would, sent: { bot_id, version, ...parsedArgs } };
  };

const toolFor = (name: string, bot: RunnableBot, entry: AgentBot): Tool => ({
  name,
  description: [
    `Runs the bot "${bot.name}", waits until it ends, and returns its results.`,
    bot.description,
    entry.use,
    'A person must approve each run before it starts.',
  ]
    .filter((text) => text.trim() !== '')
    .join(' '),
  input: inputSchema,
  plan: createPlanFunction(entry),
  follow: {
    bot_id: entry.bot_id,
    readState: async ({ children }, id) => (await children?.readState(id)) ?? notInNodeTest,
    async start(call, args, id) {
      const parsedArgs = parseInput(args);
      if ('is_error' in parsedArgs) return parsedArgs;
      const currentBot = await findBot(call, entry);
      if ('is_error' in currentBot) return currentBot;
      const problem = await call.children?.start(currentBot, id, parsedArgs.input);
      return problem === undefined ? undefined : toolError(problem);
    },
  },
  // A bot is always started and followed; it never runs within one call.
  run: async () => notInNodeTest,
});

/** Tools for the bots that an agent may run, beside its other tools; or why one is unavailable. */
export const botTools = async (
  call: EffectCall,
  { agent_bots, approvers }: Pick<AgentSettings, 'agent_bots' | 'approvers'>,
  otherTools: readonly Pick<Tool, 'name'>[],
): Promise<Tool[] | Failed> => {
  if (agent_bots.length > 0 && approvers.length === 0) {
    return failedForGood('A run of a bot may change something, but the agent has no approvers.');
  }
  const takenNames = new Set([askUserModelTool, ...otherTools].map(({ name }) => name));
  const tools: Tool[] = [];
  for (const entry of agent_bots) {
    const bot = call.children ? await call.children.find(entry.bot_id) : undefined;
    if (typeof bot === 'string') return failedForGood(bot);
    // A test of a single node runs no bots, so none is offered.
    if (!bot) continue;
    const name = freeName(`run_${bot.name.toLowerCase()}`, takenNames);
    takenNames.add(name);
    tools.push(toolFor(name, bot, entry));
  }
  return tools;
};
