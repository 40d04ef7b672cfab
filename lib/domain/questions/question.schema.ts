import type { LogFields } from '#lib/kernel/log.ts';
import type { NoticeKind } from '../users/mail.schema.ts';

/** The properties of each kind of question to people, by the kind of wait of its run. */
type QuestionProperties = {
  /** The state of a run that waits for the answer. */
  state: 'WAITING_FOR_APPROVAL' | 'WAITING_FOR_INPUT';
  /** The prefix of its ids, and the field that holds an id elsewhere, including in logs. */
  prefix: 'apr' | 'inp';
  id: Extract<keyof LogFields, `${string}_id`>;
  /** Its status while people can answer. */
  pending: string;
  /** The type of the fact that people have answered; the fact carries the id. */
  answered: string;
  /** The name of the area in logs and metrics. */
  area: string;
  /** The subject of the mail that asks people. */
  subject: string;
  /** Its kind in notifications, mails and the digest. */
  noticeKind: NoticeKind;
  /** The name of the step in the service portal. */
  step: 'Approve' | 'Input';
  /** How many indexes hold a pending one, and how many of them hold the whole item. */
  indexes: number;
  wholeIndexes: number;
};

/** The kinds of questions with their names and numbers; a new kind is added here first. */
export const questions = {
  approval: {
    state: 'WAITING_FOR_APPROVAL',
    prefix: 'apr',
    id: 'approval_id',
    pending: 'pending',
    answered: 'approval_decided',
    area: 'approvals',
    subject: 'Approval needed',
    noticeKind: 'approval',
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
    subject: 'Input needed',
    noticeKind: 'user_input',
    step: 'Input',
    indexes: 2,
    wholeIndexes: 1,
  },
} as const satisfies Record<string, QuestionProperties>;

type Questions = typeof questions;
export type QuestionKind = keyof Questions;
export const questionKinds = Object.keys(questions) as readonly QuestionKind[];

export type QuestionArea = Questions[QuestionKind]['area'];

/** The states of a run that waits for people. */
export const askingStates = questionKinds.map((kind) => questions[kind].state);

/** Whether a run waits for people who were asked by an approval or a user input. */
export const isQuestion = (kind: string): kind is QuestionKind => Object.hasOwn(questions, kind);

/** The state of a run in such a wait; undefined if no person has to act. */
export const askingStateOf = (kind: string): QuestionProperties['state'] | undefined => {
  // An agent's question in its chat counts as an input too, although it has no form.
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
