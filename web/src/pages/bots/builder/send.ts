import type { BuilderMessage } from '#lib/domain/bot-builder/step.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { errorText } from '#web/api/api-error.ts';
import { tidyGraph } from '#web/components/graph/tidy.ts';
import { newId } from '../editor/document/new-id.ts';
import { hasSameContent } from '../editor/document/canonical.ts';
import {
  type Conversation,
  conversationOf,
  prependText,
  updateConversation,
} from './conversation.ts';
import { sendRefusal } from './proposal-decision.ts';
import { userMessageText } from './drawing/user-message.ts';
import { build, BuildFailed, type BuildResult } from './drawing/work.ts';
import { type ChosenModel, liveDeps } from './live-deps.ts';

const now = () => new Date().toISOString();

const textOf = (message: BuilderMessage | undefined): string =>
  message?.role === 'assistant'
    ? message.parts
        .flatMap((part) => (part.type === 'text' ? [part.text] : []))
        .join('')
        .trim()
    : '';

const toolsIn = (messages: readonly BuilderMessage[]): string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.parts.flatMap((part) => (part.type === 'tool_call' ? [part.tool_name] : []))
      : [],
  );

const limitReachedText =
  'I reached the limit for one message before I was done. Look at what is drawn so far.';

/** A bot that was built from nothing is laid out; an existing layout is kept. */
const layOutNewBot = (before: Graph, after: Graph): Graph =>
  before.nodes.length < 2 ? tidyGraph(after) : after;

/** What the model is sent of it later: the texts, without the tool calls. */
const historyWith = (previous: Conversation, text: string, answer: string): BuilderMessage[] => [
  ...previous.history,
  { role: 'user', text },
  { role: 'assistant', parts: [{ type: 'text', text: answer }] },
];

const finishWork = (
  key: string,
  previous: Conversation,
  text: string,
  before: Graph,
  result: BuildResult,
) => {
  const { lines } = conversationOf(key);
  const last = textOf(result.messages.at(-1));
  const answer = result.outcome === 'limit' ? `${last}\n\n${limitReachedText}`.trim() : last;
  const isChanged = !hasSameContent(before, result.graph);
  updateConversation(key, {
    lines: [...lines, { by: 'builder', text: answer, at: now(), usage: result.usage }],
    history: historyWith(previous, text, answer),
    knownIds: [...result.knownIds],
    verdict: undefined,
    enclosed: undefined,
    proposal: isChanged
      ? {
          before,
          after: layOutNewBot(before, result.graph),
          problems: result.problems,
          isUnfinished: result.outcome === 'limit',
        }
      : undefined,
  });
};

/** Restores the state before the message, whose text returns to the input: nothing is lost. */
const restoreConversation = (key: string, previous: Conversation, text: string, error?: string) => {
  const { text: currentText } = conversationOf(key);
  const { lines, proposal } = previous;
  updateConversation(key, { lines, proposal, text: prependText(text, currentText), error });
};

const wordsOf = (error: unknown): string =>
  error instanceof BuildFailed ? error.message : errorText(error);

/**
 * Has the builder work on a message; the result is in the conversation. A proposed change without a
 * decision is developed further, and compared with the same draft.
 */
export const sendToBuilder = async (
  key: string,
  draft: Graph,
  model: ChosenModel,
): Promise<void> => {
  const previous = conversationOf(key);
  const text = previous.text.trim();
  if (text === '' || sendRefusal(previous, draft) !== undefined) return;
  const { before, after: graph } = previous.proposal ?? { before: draft, after: draft };
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => controller.abort();
  updateConversation(key, {
    text: '',
    isSentAtOnce: undefined,
    error: undefined,
    lines: [...previous.lines, { by: 'person', text, at: now() }],
    proposal: undefined,
    working: { before, graph, tools: [], cancel },
  });
  // If the user has signed out meanwhile, nothing is left for the next one.
  const isOurs = () => conversationOf(key).working?.cancel === cancel;
  const { enclosed } = previous;
  const verdict = previous.proposal ? 'refined' : previous.verdict;
  const messageText = userMessageText({ text, graph, verdict, enclosed, newId });
  const messages: BuilderMessage[] = [...previous.history, { role: 'user', text: messageText }];
  try {
    const result = await build(
      liveDeps(model, signal),
      { graph, messages, knownIds: new Set(previous.knownIds) },
      {
        signal,
        onStep: (work) => {
          if (!isOurs()) return;
          const tools = toolsIn(work.messages.slice(messages.length));
          updateConversation(key, { working: { before, graph: work.graph, tools, cancel } });
        },
      },
    );
    signal.throwIfAborted();
    if (isOurs()) finishWork(key, previous, text, before, result);
  } catch (error) {
    if (isOurs())
      restoreConversation(key, previous, text, signal.aborted ? undefined : wordsOf(error));
  } finally {
    if (isOurs()) updateConversation(key, { working: undefined });
  }
};
