import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { draftText, outlineOf } from './describe.ts';
import { forModel, longestDraft } from './tool-answer.ts';

/** What became of the change that was proposed last. */
export type Verdict = 'applied' | 'discarded' | 'refined';

const verdicts: Record<Verdict, string> = {
  applied: 'The person has applied your change.',
  discarded: 'The person has discarded your change: the draft is as it was before it.',
  refined: 'The person looks at your change and wants it different: go on from it.',
};

/** Data between two lines that it cannot know, so that it cannot end its block itself. */
export const quotedAs = (what: string, text: string, marker: string): string =>
  `${what}, data between two lines with the same marker:\ndata-${marker}\n${text}\ndata-${marker}`;

/** Something that the person comes with, such as findings: data, whoever has written it. */
export type Enclosed = {
  what: string;
  text: string;
  /** The graph that it is about: told where the draft is another one meanwhile. */
  graph?: Graph;
};

/** The graph comes last, where it may be cut. */
const enclosedText = ({ text, graph }: Enclosed, draft: Graph): string => {
  const outline = graph && outlineOf(graph);
  return outline === undefined || outline === outlineOf(draft)
    ? text
    : `${text}\nThe graph that this is about; the draft differs from it:\n${outline}`;
};

type Opening = {
  /** What the person has written. */
  text: string;
  graph: Graph;
  verdict?: Verdict | undefined;
  enclosed?: Enclosed | undefined;
  newId: () => string;
};

/** A message of a person as the model reads it: with the draft as it is at this moment. */
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
