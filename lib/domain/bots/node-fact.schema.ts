import type { QuestionKind } from '../questions/question.schema.ts';

/** The groups of the palette, in the order in which they are shown. */
export const nodeGroups = ['Flow', 'People', 'Work', 'Notes'] as const;
export type NodeGroup = (typeof nodeGroups)[number];

/** Facts about a kind of node; `Kind` is the type of kind names. */
export type Facts<Kind extends string = string> = {
  label: string;
  description: string;
  group: NodeGroup;
  /** Label for a kind that is new, or whose behaviour may still change. */
  mark?: 'New' | 'Preview';
  /** Name of a Cloudscape icon. */
  icon: string;
  /** The outputs; a kind with a single unnamed output has `next`. */
  handles: readonly string[];
  /** The fields of its output with descriptions, as expressions read them. */
  yields?: Readonly<Record<string, string>>;
} & (
  | {
      /** Marks a place in the graph and does nothing. */
      does: 'marks';
      /** Whether arrows may lead to it. */
      isEntered: boolean;
      /** A remark for readers of the graph; runs ignore it. */
      isRemark?: true;
    }
  /** Chooses the output by which the run continues, without side effects. */
  | { does: 'decides' }
  /** Opens lanes: one branch per arrow, or iterations of one body. */
  | { does: 'opens'; lanes: 'branches' | 'turns'; closedBy: Kind }
  /** Joins the lanes of its opener. */
  | { does: 'closes' }
  /** Waits for a time. */
  | { does: 'waits' }
  | {
      /** Asks people, and the run waits for their answer. */
      does: 'asks';
      /** The setting that names these people. */
      people: 'approvers' | 'authorizers';
      question: QuestionKind;
    }
  | {
      /** Does work outside the engine. Its policy determines what a failure means. */
      does: 'acts';
      /** The setting that names recipients of mail. */
      mails?: 'to';
      /** The separate AWS function that does the work; if absent, the engine's function does it. */
      ownFunction?: 'python' | 'query' | 'model';
      /** It may ask people while it works; its lane then waits for their answer. */
      mayAsk?: true;
      /** The output to continue with after an ignored failure; by default the first one. */
      afterFailure?: string;
    }
);
