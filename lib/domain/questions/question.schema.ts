import type { LogFields } from '#lib/kernel/log.ts';
import type { ToldKind } from '../users/mail.schema.ts';

/** What runs ask people, by the kind of wait that a run is in meanwhile. */
type Names = {
  /** The state of a run that waits for the answer. */
  state: 'WAITING_FOR_APPROVAL' | 'WAITING_FOR_INPUT';
  /** The first part of its ids, and the field that holds one elsewhere, logs included. */
  prefix: 'apr' | 'inp';
  id: Extract<keyof LogFields, `${string}_id`>;
  /** Its status while people can answer. */
  pending: string;
  /** The fact that people have answered; it carries the id. */
  answered: string;
  /** What logs and figures call all of them. */
  area: string;
  /** The subject of the mail that asks people. */
  needed: string;
  /** What the bell, mails and the digest call it. */
  told: ToldKind;
  /** What the service portal calls the step. */
  step: 'Approve' | 'Input';
  /** Indexes that hold one while it is pending, and those of them that hold all of it. */
  indexes: number;
  wholeIndexes: number;
};

/** The kinds of questions with their names and figures; who adds one begins here. */
export const questions = {
  approval: {
    state: 'WAITING_FOR_APPROVAL',
    prefix: 'apr',
    id: 'approval_id',
    pending: 'pending',
    answered: 'approval_decided',
    area: 'approvals',
    needed: 'Approval needed',
    told: 'approval',
    step: 'Approve',
    indexes: 3,
    wholeIndexes: 0,
  },
  input: {
    state: 'WAITING_FOR_INPUT',
    prefix: 'inp',
    id: 'user_input_id',
    pending: 'PENDING',
    answered: 'user_input_resolved',
    area: 'user_inputs',
    needed: 'Input needed',
    told: 'user_input',
    step: 'Input',
    indexes: 2,
    wholeIndexes: 1,
  },
} as const satisfies Record<string, Names>;

type Questions = typeof questions;
export type QuestionKind = keyof Questions;
export const questionKinds = Object.keys(questions) as readonly QuestionKind[];

export type QuestionArea = Questions[QuestionKind]['area'];

/** The states of a run that waits for people. */
export const askingStates = questionKinds.map((kind) => questions[kind].state);

/** Whether a wait is one for people who are asked by an item of its own. */
export const isQuestion = (kind: string): kind is QuestionKind => Object.hasOwn(questions, kind);

/** The state of a run in such a wait; undefined where no person has to do something. */
export const askingStateOf = (kind: string): Names['state'] | undefined => {
  // What an agent asks in its chat is an input too, and has no form.
  if (kind === 'message') return questions.input.state;
  return isQuestion(kind) ? questions[kind].state : undefined;
};

/** The fact that people have answered a question. */
export type QuestionFact = {
  [K in QuestionKind]: { type: Questions[K]['answered']; tenant_id: string } & Record<
    Questions[K]['id'],
    string
  >;
}[QuestionKind];

export const answeredFact = (kind: QuestionKind, tenant_id: string, id: string): QuestionFact => {
  const { answered, id: field } = questions[kind];
  return { type: answered, tenant_id, [field]: id } as QuestionFact;
};
