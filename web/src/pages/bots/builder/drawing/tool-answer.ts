import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/** The result of a tool call: the draft if it changed, and the text for the model. */
export type ToolAnswer = {
  graph?: Graph;
  content: string;
  is_error?: true;
  /** The content may be as long as the overview of a large draft. */
  isDraft?: true;
  /** Ids of the organisation in the answer: settings may use them from now on. */
  ids?: readonly string[];
};

/** An invalid tool call; the message is a sentence that the model can act on. */
export class BadCall extends Error {}

/**
 * The most characters of an answer, and of the overview of a draft: a name and its arrows for each
 * node.
 */
export const maxAnswerLength = 12_000;
export const maxDraftLength = 40_000;

/** Cuts a long answer, with a note. Model servers reject lone surrogates. */
export const truncateForModel = (content: string, maxLength = maxAnswerLength): string => {
  if (content.length <= maxLength) return content.toWellFormed();
  const excerpt = content.slice(0, maxLength).toWellFormed();
  return `${excerpt}\n(Cut off: the answer has ${content.length} characters.)`;
};

const maxListed = 40;

/** The first items of a list, with the number of those left out. */
export const formatList = (texts: readonly string[]): string => {
  const listedText = texts.slice(0, maxListed).join(', ');
  const moreCount = texts.length - maxListed;
  return moreCount > 0 ? `${listedText} and ${moreCount} more` : listedText;
};

/** A name from a model, shortened for use in a sentence. */
export const quoteName = (name: string): string => `"${name.slice(0, 100).toWellFormed()}"`;
