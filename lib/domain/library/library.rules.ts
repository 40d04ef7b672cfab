import type { Graph } from '../bots/bot.schema.ts';
import { integrationTypesOf } from '../bots/integration.rules.ts';
import { isInRuns } from '../bots/node-facts.schema.ts';
import {
  type LibraryBot,
  type LibraryBotSummary,
  type LibraryTag,
  libraryTags,
} from './library.schema.ts';

export type LibraryFilter = {
  name?: string | undefined;
  category?: LibraryBot['category'] | undefined;
  tag_name?: readonly LibraryTag[] | undefined;
  /** A template must use all of these types. */
  integration_types?: readonly string[] | undefined;
};

/** A template must have, for each group with wanted tags, at least one of them. */
const hasTags = (bot: LibraryBot, tags: readonly LibraryTag[]): boolean =>
  [libraryTags.team, libraryTags.use_case].every((group: readonly LibraryTag[]) => {
    const groupTags = tags.filter((tag) => group.includes(tag));
    return groupTags.length === 0 || groupTags.some((tag) => bot.tag_name.includes(tag));
  });

const worksWith = ({ graph }: LibraryBot, types: readonly string[]): boolean => {
  const its = types.length > 0 ? integrationTypesOf(graph) : [];
  return types.every((type) => its.includes(type));
};

export const matchesFilter = (
  bot: LibraryBot,
  { name, category, tag_name, integration_types = [] }: LibraryFilter,
): boolean =>
  (name === undefined || bot.name.toLowerCase().includes(name.toLowerCase())) &&
  (category === undefined || bot.category === category) &&
  worksWith(bot, integration_types) &&
  hasTags(bot, tag_name ?? []);

const stepsOf = ({ nodes }: Graph) => nodes.filter(isInRuns);

export const summaryOf = ({ graph, ...fields }: LibraryBot): LibraryBotSummary => ({
  ...fields,
  node_count: stepsOf(graph).length,
  integration_types: integrationTypesOf(graph),
  node_kinds: [...new Set(stepsOf(graph).map(({ type }) => type))],
});
