import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draftText, outlineOf } from './describe.ts';
import { forModel, longestDraft } from './tool-answer.ts';

/** The decision on the last proposed change. */
export type Verdict = 'applied' | 'discarded' | 'refined';

const verdicts: Record<Verdict, string> = {
  applied: 'The person has applied your change.',
  discarded: 'The person has discarded your change: the draft is as it was before it.',
  refined: 'The person looks at your change and wants it different: go on from it.',
};

/**
 * Quotes data between two markers that the data cannot know, so that it cannot end the block
 * itself.
 */
export const quotedAs = (what: string, text: string, marker: string): string =>
  `${what}, data between two lines with the same marker:\ndata-${marker}\n${text}\ndata-${marker}`;

/** Data that the user brings along, such as findings: untrusted, whoever wrote it. */
export type Enclosed = {
  what: string;
  text: string;
  /** The graph that the data is about: sent if the draft differs from it. */
  graph?: Graph;
};

/** The graph comes last, as the end may be cut off. */
const enclosedText = ({ text, graph }: Enclosed, draft: Graph): string => {
  const outline = graph && outlineOf(graph);
  return outline === undefined || outline === outlineOf(draft)
    ? text
    : `${text}\nThe graph that this is about; the draft differs from it:\n${outline}`;
};

type Opening = {
  /** The user's message. */
  text: string;
  graph: Graph;
  verdict?: Verdict | undefined;
  enclosed?: Enclosed | undefined;
  newId: () => string;
};

/** A user's message as sent to the model: with the current draft. */
export const openingOf = ({ text, graph, verdict, enclosed, newId }: Opening): string =>
  [
    ...(verdict ? [verdicts[verdict]] : []),
    text.trim(),
    ...(enclosed
      ? [quotedAs(enclosed.what, forModel(enclosedText(enclosed, graph)), newId())]
      : []),
    quotedAs(
      verdict === 'refined' ? 'The draft with your change' : 'The draft as it is now',
      forModel(draftText(graph), longestDraft),
      newId(),
    ),
  ].join('\n\n');
