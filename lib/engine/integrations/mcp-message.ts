import { measureJson } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isObject } from '#lib/kernel/value-kinds.ts';
import { eventReader } from '../outgoing/events.ts';

/** The response of a server to one JSON-RPC request. */
export type McpReply =
  { result: Readonly<Record<string, unknown>> } | { error: { code: number; message: string } };

/** The data of each event in a stream, including an unterminated last one. */
function* eventsIn(body: string): Generator<string> {
  const reader = eventReader();
  yield* reader.read(body);
  const lastEvent = reader.rest();
  if (lastEvent !== undefined) yield lastEvent;
}

/** The least cost of an event, in values: a stream may contain thousands of empty events. */
const leastEventCost = 10;

/** The messages of an answer, each parsed on demand, as long as their total size is allowed. */
function* messagesIn(texts: Iterable<string>): Generator {
  let remainingValues: number = limits.jsonValues;
  for (const text of texts) {
    const { values, excessReason } = measureJson(text, remainingValues);
    remainingValues -= Math.max(values, leastEventCost);
    if (remainingValues < 0) return;
    if (excessReason) continue;
    try {
      yield JSON.parse(text);
    } catch {
      // An invalid message is skipped, like other messages that are no reply.
    }
  }
}

const replyIn = (message: unknown, id: number): McpReply | undefined => {
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || message['id'] !== id) return undefined;
  const { result, error } = message;
  if (isObject(error)) {
    const { code, message: text } = error;
    return { error: { code: Number(code), message: typeof text === 'string' ? text : '' } };
  }
  return isObject(result) ? { result } : undefined;
};

/**
 * The reply to a request, in an answer that is a single message or a stream of events; undefined
 * where there is none, as in a truncated stream. All other messages are skipped.
 */
export const replyOf = (
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  id: number,
): McpReply | undefined => {
  const isStream = (headers['content-type'] ?? '').toLowerCase().startsWith('text/event-stream');
  for (const message of messagesIn(isStream ? eventsIn(body) : [body])) {
    for (const one of [message].flat()) {
      const reply = replyIn(one, id);
      if (reply) return reply;
    }
  }
  return undefined;
};
