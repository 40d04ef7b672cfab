import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/** What came of a tool: the draft where it changed, and what the model reads. */
export type ToolAnswer = {
  graph?: Graph;
  content: string;
  is_error?: true;
  /** Ids of the organisation that it told: settings may name them from now on. */
  ids?: readonly string[];
};

/** Says what is wrong with a call, in a sentence that the model can act on. */
export class BadCall extends Error {}

const longest = 12_000;

/** A long answer is cut, and says so. Servers of models refuse halves of characters. */
export const forModel = (content: string): string => {
  if (content.length <= longest) return content.toWellFormed();
  const read = content.slice(0, longest).toWellFormed();
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
