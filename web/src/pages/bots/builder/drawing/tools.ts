import {
  type BuilderArgs,
  type BuilderTool,
  builderTools,
  isBuilderTool,
} from '#lib/domain/bot-builder/tool.schema.ts';
import { settingErrorMap, settingIssueText } from '#lib/domain/bots/setting-messages.rules.ts';
import '#lib/kernel/validation-messages.ts';
import { draftText, kindText, partText } from './describe.ts';
import { addNode, drawArrow, type DrawingState, remove, setSettings } from './draw.ts';
import {
  describeAction,
  findActions,
  findIntegrations,
  findLibraryBots,
  findListeners,
  type LookUps,
  readLibraryBot,
} from './look-ups.ts';
import { resolveNode } from './node-names.ts';
import { BadCall, type ToolAnswer } from './tool-answer.ts';

type ToolFunction<T extends BuilderTool> = (
  state: DrawingState,
  args: BuilderArgs<T>,
  lookUps: LookUps,
) => ToolAnswer | Promise<ToolAnswer>;

/** The tools except `check`, which the work loop performs, as it counts rounds. */
type DrawingTool = Exclude<BuilderTool, 'check'>;

const argsOf = <T extends BuilderTool>(tool: T, args: unknown): BuilderArgs<T> => {
  const { data, error } = builderTools[tool].input.safeParse(args ?? {}, {
    error: settingErrorMap,
  });
  if (!error) return data as BuilderArgs<T>;
  const [issue] = error.issues;
  throw new BadCall(issue ? settingIssueText(issue) : 'The arguments are invalid.');
};

type ToolRunner = (
  state: DrawingState,
  args: unknown,
  lookUps: LookUps,
) => ToolAnswer | Promise<ToolAnswer>;

/** A tool that first parses its arguments with its own schema. */
const withParsedArgs =
  <T extends DrawingTool>(tool: T, use: ToolFunction<T>): ToolRunner =>
  (state, args, lookUps) =>
    use(state, argsOf(tool, args), lookUps);

const toolRunners: Record<DrawingTool, ToolRunner> = {
  describe_kind: withParsedArgs('describe_kind', (_, { kind }) => ({ content: kindText(kind) })),
  read_draft: withParsedArgs('read_draft', ({ graph }, { nodes }) => {
    if (nodes.length === 0) return { content: draftText(graph), isDraft: true };
    return { content: partText(graph, new Set(nodes.map((name) => resolveNode(graph, name).id))) };
  }),
  add_node: withParsedArgs('add_node', addNode),
  set_settings: withParsedArgs('set_settings', setSettings),
  connect: withParsedArgs('connect', drawArrow),
  remove: withParsedArgs('remove', remove),
  find_listeners: withParsedArgs('find_listeners', (_, args, lookUps) =>
    findListeners(lookUps, args),
  ),
  find_integrations: withParsedArgs('find_integrations', (_, args, lookUps) =>
    findIntegrations(lookUps, args),
  ),
  find_actions: withParsedArgs('find_actions', (_, args, lookUps) => findActions(lookUps, args)),
  describe_action: withParsedArgs('describe_action', (_, args, lookUps) =>
    describeAction(lookUps, args),
  ),
  find_library_bots: withParsedArgs('find_library_bots', (_, args, lookUps) =>
    findLibraryBots(lookUps, args),
  ),
  read_library_bot: withParsedArgs('read_library_bot', (_, args, lookUps) =>
    readLibraryBot(lookUps, args),
  ),
};

/**
 * Runs a tool on the draft. An invalid call gives an error answer for the model and leaves the
 * draft unchanged.
 */
export const callTool = async (
  state: DrawingState,
  { tool_name, args }: { tool_name: string; args: unknown },
  lookUps: LookUps,
): Promise<ToolAnswer> => {
  if (!isBuilderTool(tool_name) || tool_name === 'check') {
    const names = Object.keys(builderTools).join(', ');
    const content = `There is no tool "${tool_name.slice(0, 80)}". There are: ${names}.`;
    return { content, is_error: true };
  }
  try {
    return await toolRunners[tool_name](state, args, lookUps);
  } catch (error) {
    if (error instanceof BadCall) return { content: error.message, is_error: true };
    throw error;
  }
};
