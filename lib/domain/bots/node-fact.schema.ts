import type { QuestionKind } from '../questions/question.schema.ts';

/** The groups of the palette, in the order in which they are shown. */
export const nodeGroups = ['Flow', 'People', 'Work', 'Notes'] as const;
export type NodeGroup = (typeof nodeGroups)[number];

/** What is told of a kind of node; `Kind` is what names one. */
export type Facts<Kind extends string = string> = {
  label: string;
  description: string;
  group: NodeGroup;
  /** What is told of a kind that people may not know yet, or whose behaviour may still change. */
  mark?: 'New' | 'Preview';
  /** A name of Cloudscape's icons. */
  icon: string;
  /** The ways out; a kind with one unnamed way has `next`. */
  handles: readonly string[];
  /** The fields of its output, as expressions read them. */
  yields?: Readonly<Record<string, string>>;
} & (
  | {
      /** It stands for a place in the graph, and does nothing. */
      does: 'marks';
      /** Whether arrows lead to it. */
      isEntered: boolean;
      /** It is for readers of the graph: runs know nothing of it. */
      isRemark?: true;
    }
  /** It chooses the way that the run takes, without any effect. */
  | { does: 'decides' }
  /** It opens lanes: one branch an arrow, or turns of one body. */
  | { does: 'opens'; lanes: 'branches' | 'turns'; closedBy: Kind }
  /** It brings the lanes of its opener together. */
  | { does: 'closes' }
  /** It lets time pass. */
  | { does: 'waits' }
  | {
      /** It asks people, and the run waits for their answer. */
      does: 'asks';
      /** The setting that names them. */
      people: 'approvers' | 'authorizers';
      question: QuestionKind;
    }
  | {
      /** It does work outside of the engine. A policy says what a failure means. */
      does: 'acts';
      /** The setting that names people whom it sends mail. */
      mails?: 'to';
      /** The work has a function of its own on AWS; otherwise the engine's function does it. */
      ownFunction?: 'python' | 'query' | 'model';
      /** It may ask people while it works, and its lane waits for their answer. */
      mayAsk?: true;
      /** The way on after a failure that is passed over; the first one where a kind has one. */
      afterFailure?: string;
    }
);
