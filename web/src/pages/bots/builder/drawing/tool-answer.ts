import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/** What came of a tool: the draft where it changed, and what the model reads. */
export type ToolAnswer = {
  graph?: Graph;
  content: string;
  is_error?: true;
  /** It may be as long as the overview of a large draft. */
  isDraft?: true;
  /** Ids of the organisation that it told: settings may name them from now on. */
  ids?: readonly string[];
};

/** Says what is wrong with a call, in a sentence that the model can act on. */
export class BadCall extends Error {}

/** Characters of an answer, and of the overview of a draft: a name and its arrows for each node. */
export const longestAnswer = 12_000;
export const longestDraft = 40_000;

/** A long answer is cut, and says so. Servers of models refuse halves of characters. */
export const forModel = (content: string, most = longestAnswer): string => {
  if (content.length <= most) return content.toWellFormed();
  const read = content.slice(0, most).toWellFormed();
  return `${read}\n(The answer has ${content.length} characters; the rest was left out.)`;
};

const mostListed = 40;

/** As many as are worth reading, with how many are left out. */
export const listed = (texts: readonly string[]): string => {
  const shown = texts.slice(0, mostListed).join(', ');
  const more = texts.length - mostListed;
  return more > 0 ? `${shown} and ${more} more` : shown;
};

/** A name from a model, as a sentence repeats it. */
export const told = (name: string): string => `"${name.slice(0, 100).toWellFormed()}"`;
