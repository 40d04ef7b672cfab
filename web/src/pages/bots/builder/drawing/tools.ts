import {
  type BuilderArgs,
  builderTools,
  type BuilderTool,
  isBuilderTool,
} from '#lib/domain/bot-builder/tool.schema.ts';
import { settingSentence, settingWords } from '#lib/domain/bots/setting-words.rules.ts';
import '#lib/kernel/sentences.ts';
import { kindText, outlineOf } from './describe.ts';
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
import { BadCall, type ToolAnswer } from './tool-answer.ts';

type Use<T extends BuilderTool> = (
  sheet: Sheet,
  args: BuilderArgs<T>,
  lookUps: LookUps,
) => ToolAnswer | Promise<ToolAnswer>;

/** What each tool does; whoever works with them counts rounds of `check` and does it. */
type Drawing = Exclude<BuilderTool, 'check'>;

const uses: { [T in Drawing]: Use<T> } = {
  describe_kind: (_sheet, { kind }) => ({ content: kindText(kind) }),
  read_draft: ({ graph }) => ({ content: outlineOf(graph) }),
  add_node: addNode,
  set_settings: setSettings,
  connect: drawArrow,
  remove,
  find_listeners: (_sheet, args, lookUps) => findListeners(lookUps, args),
  find_integrations: (_sheet, args, lookUps) => findIntegrations(lookUps, args),
  find_actions: (_sheet, args, lookUps) => findActions(lookUps, args),
  describe_action: (_sheet, args, lookUps) => describeAction(lookUps, args),
  find_library_bots: (_sheet, args, lookUps) => findLibraryBots(lookUps, args),
  read_library_bot: (_sheet, args, lookUps) => readLibraryBot(lookUps, args),
};

const argsOf = <T extends BuilderTool>(tool: T, args: unknown): BuilderArgs<T> => {
  const { data, error } = builderTools[tool].input.safeParse(args ?? {}, {
    error: settingSentence,
  });
  if (!error) return data as BuilderArgs<T>;
  const [issue] = error.issues;
  throw new BadCall(issue ? settingWords(issue) : 'The arguments do not fit.');
};

const run = <T extends Drawing>(tool: T, sheet: Sheet, args: unknown, lookUps: LookUps) =>
  uses[tool](sheet, argsOf(tool, args), lookUps);

/**
 * Uses a tool on the draft. Whatever is wrong with the call is an answer that the model reads; the
 * draft is as it was then.
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
    return await run(tool_name, sheet, args, lookUps);
  } catch (error) {
    if (error instanceof BadCall) return { content: error.message, is_error: true };
    throw error;
  }
};
