import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draftText, outlineOf } from './describe.ts';
import { maxDraftLength, truncateForModel } from './tool-answer.ts';

/** The decision on the last proposed change. */
export type Verdict = 'applied' | 'discarded' | 'refined';

const verdicts: Record<Verdict, string> = {
  applied: 'The person has applied your change.',
  discarded: 'The person has discarded your change: the draft is as it was before it.',
  refined: 'The person has seen your change and wants it different: continue from it.',
};

/**
 * Quotes data between two markers that the data cannot know, so that it cannot end the block
 * itself.
 */
export const quoteData = (title: string, text: string, marker: string): string =>
  `${title}, data between two lines with the same marker:\ndata-${marker}\n${text}\ndata-${marker}`;

/** Data that the user brings along, such as findings: untrusted, whoever wrote it. */
export type EnclosedData = {
  what: string;
  text: string;
  /** The graph that the data is about: sent if the draft differs from it. */
  graph?: Graph;
};

/** The graph comes last, as the end may be cut off. */
const enclosedText = ({ text, graph }: EnclosedData, draft: Graph): string => {
  const outline = graph && outlineOf(graph);
  return outline === undefined || outline === outlineOf(draft)
    ? text
    : `${text}\nThe graph that this is about; the draft differs from it:\n${outline}`;
};

type UserMessage = {
  /** The user's message. */
  text: string;
  graph: Graph;
  verdict?: Verdict | undefined;
  enclosed?: EnclosedData | undefined;
  newId: () => string;
};

/** A user's message as sent to the model: with the current draft. */
export const userMessageText = ({ text, graph, verdict, enclosed, newId }: UserMessage): string =>
  [
    ...(verdict ? [verdicts[verdict]] : []),
    text.trim(),
    ...(enclosed
      ? [quoteData(enclosed.what, truncateForModel(enclosedText(enclosed, graph)), newId())]
      : []),
    quoteData(
      verdict === 'refined' ? 'The draft with your change' : 'The draft as it is now',
      truncateForModel(draftText(graph), maxDraftLength),
      newId(),
    ),
  ].join('\n\n');
