import type { BuilderMessage } from '#lib/domain/bot-builder/step.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { createPersonalStore, useStore } from '#web/app/store.ts';
import type { Enclosed, Verdict } from './drawing/opening.ts';
import type { Spent } from './drawing/work.ts';

/** What the person decided about a change. */
export type Note = {
  by: 'note';
  text: string;
  /** The draft that it made, which is undone as long as nothing else has become of it. */
  applied?: Graph;
};

/** A line of the conversation as the panel shows it. */
export type Line =
  | { by: 'person'; text: string; at: string }
  | { by: 'builder'; text: string; at: string; spent: Spent }
  | Note;

/** A change that the person has not decided about. */
export type Proposal = {
  /** The draft that it was drawn on. */
  before: Graph;
  after: Graph;
  problems: readonly Problem[];
  /** The builder used up what it may before it was done. */
  isUnfinished: boolean;
};

/** What the builder does right now. */
export type Working = {
  before: Graph;
  /** The copy as it is drawn so far. */
  graph: Graph;
  /** The tools that it has used, in order. */
  tools: readonly string[];
  cancel: () => void;
};

export type Conversation = {
  lines: readonly Line[];
  /** What the model is told of what was said before: words alone. */
  history: readonly BuilderMessage[];
  /** Ids of the organisation that it was told of. */
  known: readonly string[];
  /** What the person is writing. */
  text: string;
  working?: Working | undefined;
  proposal?: Proposal | undefined;
  /** What was decided about the last change, for the model to know. */
  verdict?: Verdict | undefined;
  /** What the next message brings along, such as findings. */
  enclosed?: Enclosed | undefined;
  /** What a page has put into the input is sent once it is clear which model is asked. */
  isSentAtOnce?: true | undefined;
  error?: string | undefined;
};

export const blank: Conversation = { lines: [], history: [], known: [], text: '' };

/** By keys that editors give them: the id of the bot, or one of a new bot's own. */
const conversations = createPersonalStore<ReadonlyMap<string, Conversation>>(new Map());

export const conversationOf = (key: string): Conversation =>
  conversations.get().get(key) ?? blank;

export const change = (key: string, patch: Partial<Conversation>): void => {
  const next = { ...conversationOf(key), ...patch };
  conversations.set(new Map(conversations.get()).set(key, next));
};

/** What comes into the input, above what the person has written there. */
export const textAbove = (text: string, written: string): string =>
  written.trim() === '' ? text : `${text}\n${written}`;

/** Forgets what was said; what the person is writing stays. */
export const beginAnew = (key: string): void => {
  const { text, enclosed } = conversationOf(key);
  conversations.set(new Map(conversations.get()).set(key, { ...blank, text, enclosed }));
};

export const useConversation = (key: string): Conversation =>
  useStore(conversations).get(key) ?? blank;

/** Ends what the builder does where nobody looks any more. */
export const cancelWork = (key: string): void => conversationOf(key).working?.cancel();
