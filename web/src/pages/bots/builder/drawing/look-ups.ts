import type { ActionView } from '#lib/domain/actions/action.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { BuilderArgs } from '#lib/domain/bot-builder/tool.schema.ts';
import type { Values } from '#lib/domain/integrations/form.rules.ts';
import { modelTypes } from '#lib/domain/integrations/model-integrations.schema.ts';
import { defaultModel, offeredModels } from '#lib/domain/integrations/models.rules.ts';
import { outlineOf } from './describe.ts';
import { BadCall, maxAnswerLength, quoteName, type ToolAnswer } from './tool-answer.ts';

export type FoundListener = {
  _id: string;
  name: string;
  description?: string;
  learned_paths: readonly string[];
};

export type FoundIntegration = {
  accountId: string;
  alias: string;
  cspName: string;
  integrationState: string;
  values: Values;
};

type Parameters = Pick<ActionView, 'parameters_definition'>;
export type FoundAction = Pick<
  ActionView,
  '_id' | 'name' | 'description' | 'integration_types' | 'approval_required'
>;

export type FoundBot = { _id: string; name: string; description: string };

/** Look-ups with the permissions of the user; no result contains a secret. */
export type LookUps = {
  listeners: (name: string) => Promise<readonly FoundListener[]>;
  integrations: (filter: { name: string; type?: string }) => Promise<readonly FoundIntegration[]>;
  /** All actions of a type, or of every type. */
  actions: (integration_type?: string) => Promise<readonly FoundAction[]>;
  /** Undefined if there is none with this id. */
  action: (id: string) => Promise<(FoundAction & Parameters) | undefined>;
  libraryBots: (name: string) => Promise<readonly FoundBot[]>;
  libraryBot: (id: string) => Promise<(FoundBot & { graph: Graph }) | undefined>;
};

/** The most results of a look-up. */
const maxResults = 25;

/** Characters of an answer that are reserved for text besides its items. */
const reservedLength = 200;

type ResultFormat<T> = { subject: string; text: (item: T) => unknown; id: (item: T) => string };

/** The items that fit into an answer; only their ids count as known to the model. */
const formatResults = <T>(
  items: readonly T[],
  { subject, text, id }: ResultFormat<T>,
): Required<Pick<ToolAnswer, 'content' | 'ids'>> => {
  if (items.length === 0) return { content: `No ${subject} match.`, ids: [] };
  const lines: string[] = [];
  let remainingLength = maxAnswerLength - reservedLength;
  for (const item of items.slice(0, maxResults)) {
    const line = JSON.stringify(text(item));
    remainingLength -= line.length + 1;
    if (remainingLength < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const includedItems = items.slice(0, lines.length);
  const moreCount = items.length - includedItems.length;
  if (moreCount > 0)
    lines.push(`There are ${moreCount} more: search for a longer part of the name.`);
  return { content: lines.join('\n'), ids: includedItems.map(id) };
};

/** The items that match a name, else all of them: the model may have guessed the name. */
const searchByName = async <T>(
  name: string,
  search: (name: string) => Promise<readonly T[]>,
): Promise<{ items: readonly T[]; isGuess: boolean }> => {
  const items = await search(name);
  if (items.length > 0 || name.trim() === '') return { items, isGuess: false };
  return { items: await search(''), isGuess: true };
};

const withGuessNote = (isGuess: boolean, { content }: Pick<ToolAnswer, 'content'>): string =>
  isGuess ? `None has this name. These exist:\n${content}` : content;

const maxPaths = 40;

const brief = (text: string): string => (text.length <= 300 ? text : `${text.slice(0, 300)}…`);

export const findListeners = async (
  { listeners }: LookUps,
  { name }: BuilderArgs<'find_listeners'>,
): Promise<ToolAnswer> => {
  const { items, isGuess } = await searchByName(name, listeners);
  const answer = formatResults(items, {
    subject: 'listeners',
    id: (one) => one._id,
    text: (one) => ({
      listener_id: one._id,
      name: one.name,
      ...(one.description && { description: brief(one.description) }),
      seen_in_events: one.learned_paths.slice(0, maxPaths).map((path) => `$event.${path}`),
    }),
  });
  return { ...answer, content: withGuessNote(isGuess, answer) };
};

/** For an integration with models: the listed ones, and its default. */
const modelsOf = ({ cspName, values }: FoundIntegration) => {
  if (!modelTypes.some((type) => type === cspName)) return {};
  const default_model = defaultModel(values);
  const models = offeredModels(values).map(({ name }) => name);
  return { default_model: default_model ?? 'none', ...(models.length > 0 && { models }) };
};

export const findIntegrations = async (
  { integrations }: LookUps,
  { name, type }: BuilderArgs<'find_integrations'>,
): Promise<ToolAnswer> => {
  const typeFilter = type === undefined ? {} : { type };
  const search = (text: string) => integrations({ name: text, ...typeFilter });
  const { items, isGuess } = await searchByName(name, search);
  const answer = formatResults(items, {
    subject: 'integrations',
    id: (one) => one.accountId,
    text: (one) => ({
      alias: one.alias,
      state: one.integrationState,
      use_as: { type: one.cspName, id: one.accountId },
      ...modelsOf(one),
    }),
  });
  return { ...answer, content: withGuessNote(isGuess, answer) };
};

const actionText = ({ _id, name, description, ...action }: FoundAction) => ({
  action: _id,
  name,
  description: brief(description),
  integration_types: action.integration_types,
  ...(action.approval_required && { needs_an_approval_before_it: true }),
});

/**
 * The actions that match every word, else those that match most words; matches in the name first.
 */
const bestMatches = (actions: readonly FoundAction[], text: string): readonly FoundAction[] => {
  const words = text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const ranked = actions.map((action) => {
    const nameText = `${action._id} ${action.name}`.toLowerCase();
    const fullText = `${nameText} ${action.description.toLowerCase()}`;
    const hits = words.filter((word) => fullText.includes(word)).length;
    return { action, hits, nameHits: words.filter((word) => nameText.includes(word)).length };
  });
  const maxHits = Math.max(0, ...ranked.map(({ hits }) => hits));
  if (words.length > 0 && maxHits === 0) return [];
  const best = ranked.filter(({ hits }) => hits === maxHits);
  return best.toSorted((one, other) => other.nameHits - one.nameHits).map(({ action }) => action);
};

export const findActions = async (
  { actions }: LookUps,
  { name, integration_type }: BuilderArgs<'find_actions'>,
): Promise<ToolAnswer> => {
  const items = bestMatches(await actions(integration_type), name);
  return formatResults(items, { subject: 'actions', id: (one) => one._id, text: actionText });
};

export const describeAction = async (
  { action }: LookUps,
  { action: id }: BuilderArgs<'describe_action'>,
): Promise<ToolAnswer> => {
  const one = await action(id);
  if (!one) throw new BadCall(`There is no action ${quoteName(id)}. Look it up by find_actions.`);
  const parameters = one.parameters_definition.map(({ label: _, ...parameter }) => parameter);
  return { content: JSON.stringify({ ...actionText(one), parameters }), ids: [one._id] };
};

export const findLibraryBots = async (
  { libraryBots }: LookUps,
  { name }: BuilderArgs<'find_library_bots'>,
): Promise<ToolAnswer> => {
  const { content } = formatResults(await libraryBots(name), {
    subject: 'bots of the library',
    id: (one) => one._id,
    text: (one) => ({
      library_bot: one._id,
      name: one.name,
      description: brief(one.description),
    }),
  });
  return { content };
};

export const readLibraryBot = async (
  { libraryBot }: LookUps,
  { library_bot }: BuilderArgs<'read_library_bot'>,
): Promise<ToolAnswer> => {
  const one = await libraryBot(library_bot);
  if (one) return { content: outlineOf(one.graph) };
  throw new BadCall(
    `The library has no bot ${quoteName(library_bot)}. Look it up by find_library_bots.`,
  );
};
