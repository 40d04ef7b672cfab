import type { BuilderMessage } from '#lib/domain/bot-builder/step.schema.ts';
import type { Graph, Problem } from '#lib/domain/bots/bot.schema.ts';
import { createPersonalStore, useStore } from '#web/app/store.ts';
import type { EnclosedData, Verdict } from './drawing/user-message.ts';
import type { BuilderUsage } from './drawing/work.ts';

/** The user's decision on a change. */
export type Note = {
  by: 'note';
  text: string;
  /** The resulting draft; undo is offered as long as the draft is still this one. */
  applied?: Graph;
};

/** A line of the conversation as the panel shows it. */
export type Line =
  | { by: 'person'; text: string; at: string }
  | { by: 'builder'; text: string; at: string; usage: BuilderUsage }
  | Note;

/** A change that the user has not decided on. */
export type Proposal = {
  /** The draft that the change is based on. */
  before: Graph;
  after: Graph;
  problems: readonly Problem[];
  /** The builder reached a limit before it was done. */
  isUnfinished: boolean;
};

/** The builder's current activity. */
export type WorkInProgress = {
  before: Graph;
  /** The current state of the copy. */
  graph: Graph;
  /** The tools used so far, in order. */
  tools: readonly string[];
  cancel: () => void;
};

export type Conversation = {
  lines: readonly Line[];
  /** The earlier messages that are sent to the model, without tool calls. */
  history: readonly BuilderMessage[];
  /** Ids of the organisation that were given to the model. */
  knownIds: readonly string[];
  /** The text in the input. */
  text: string;
  working?: WorkInProgress | undefined;
  proposal?: Proposal | undefined;
  /** The decision on the last change, to be sent to the model. */
  verdict?: Verdict | undefined;
  /** Data sent with the next message, such as findings. */
  enclosed?: EnclosedData | undefined;
  /** The text that a page put into the input is sent as soon as the model is clear. */
  isSentAtOnce?: true | undefined;
  error?: string | undefined;
};

export const emptyConversation: Conversation = { lines: [], history: [], knownIds: [], text: '' };

/** By the keys of editors: the bot's id, or a random one for a new bot. */
const conversations = createPersonalStore<ReadonlyMap<string, Conversation>>(new Map());

export const conversationOf = (key: string): Conversation =>
  conversations.get().get(key) ?? emptyConversation;

export const updateConversation = (key: string, patch: Partial<Conversation>): void => {
  const next = { ...conversationOf(key), ...patch };
  conversations.set(new Map(conversations.get()).set(key, next));
};

/** Inserts a text into the input, above the text already there. */
export const prependText = (text: string, currentText: string): string =>
  currentText.trim() === '' ? text : `${text}\n${currentText}`;

/** Deletes the conversation; the text in the input stays. */
export const restartConversation = (key: string): void => {
  const { text, enclosed } = conversationOf(key);
  conversations.set(
    new Map(conversations.get()).set(key, { ...emptyConversation, text, enclosed }),
  );
};

export const useConversation = (key: string): Conversation =>
  useStore(conversations).get(key) ?? emptyConversation;

/** Cancels the builder's work when nobody watches it any more. */
export const cancelWork = (key: string): void => conversationOf(key).working?.cancel();
