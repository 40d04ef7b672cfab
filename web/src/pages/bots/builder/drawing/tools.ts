import {
  type BuilderArgs,
  builderTools,
  type BuilderTool,
  isBuilderTool,
} from '#lib/domain/bot-builder/tool.schema.ts';
import { settingSentence, settingWords } from '#lib/domain/bots/setting-words.rules.ts';
import '#lib/kernel/sentences.ts';
import { draftText, kindText, partText } from './describe.ts';
import { addNode, drawArrow, remove, setSettings, type Sheet } from './draw.ts';
import {
  describeAction,
  findActions,
  findIntegrations,
  findLibraryBots,
  findListeners,
  type LookUps,
  readLibraryBot,
} from './look-ups.ts';
import { nodeNamed } from './node-names.ts';
import { BadCall, type ToolAnswer } from './tool-answer.ts';

type Use<T extends BuilderTool> = (
  sheet: Sheet,
  args: BuilderArgs<T>,
  lookUps: LookUps,
) => ToolAnswer | Promise<ToolAnswer>;

/** The tools except `check`, which the work loop performs, as it counts rounds. */
type Drawing = Exclude<BuilderTool, 'check'>;

const argsOf = <T extends BuilderTool>(tool: T, args: unknown): BuilderArgs<T> => {
  const { data, error } = builderTools[tool].input.safeParse(args ?? {}, {
    error: settingSentence,
  });
  if (!error) return data as BuilderArgs<T>;
  const [issue] = error.issues;
  throw new BadCall(issue ? settingWords(issue) : 'The arguments do not fit.');
};

type Run = (sheet: Sheet, args: unknown, lookUps: LookUps) => ToolAnswer | Promise<ToolAnswer>;

/** A tool that first parses its arguments with its own schema. */
const reading =
  <T extends Drawing>(tool: T, use: Use<T>): Run =>
  (sheet, args, lookUps) =>
    use(sheet, argsOf(tool, args), lookUps);

const runs: Record<Drawing, Run> = {
  describe_kind: reading('describe_kind', (_, { kind }) => ({ content: kindText(kind) })),
  read_draft: reading('read_draft', ({ graph }, { nodes }) => {
    if (nodes.length === 0) return { content: draftText(graph), isDraft: true };
    return { content: partText(graph, new Set(nodes.map((name) => nodeNamed(graph, name).id))) };
  }),
  add_node: reading('add_node', addNode),
  set_settings: reading('set_settings', setSettings),
  connect: reading('connect', drawArrow),
  remove: reading('remove', remove),
  find_listeners: reading('find_listeners', (_, args, from) => findListeners(from, args)),
  find_integrations: reading('find_integrations', (_, args, from) => findIntegrations(from, args)),
  find_actions: reading('find_actions', (_, args, from) => findActions(from, args)),
  describe_action: reading('describe_action', (_, args, from) => describeAction(from, args)),
  find_library_bots: reading('find_library_bots', (_, args, from) => findLibraryBots(from, args)),
  read_library_bot: reading('read_library_bot', (_, args, from) => readLibraryBot(from, args)),
};

/**
 * Runs a tool on the draft. An invalid call gives an error answer for the model and leaves the
 * draft unchanged.
 */
export const callTool = async (
  sheet: Sheet,
  { tool_name, args }: { tool_name: string; args: unknown },
  lookUps: LookUps,
): Promise<ToolAnswer> => {
  if (!isBuilderTool(tool_name) || tool_name === 'check') {
    const names = Object.keys(builderTools).join(', ');
    const content = `There is no tool "${tool_name.slice(0, 80)}". There are: ${names}.`;
    return { content, is_error: true };
  }
  try {
    return await runs[tool_name](sheet, args, lookUps);
  } catch (error) {
    if (error instanceof BadCall) return { content: error.message, is_error: true };
    throw error;
  }
};
