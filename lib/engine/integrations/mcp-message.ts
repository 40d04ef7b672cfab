import { isObject, measureJson } from '#lib/kernel/json.ts';
import { limits } from '#lib/kernel/limits.ts';
import { eventReader } from '../outgoing/events.ts';

/** What a server answers to one request of JSON-RPC. */
export type McpReply =
  | { result: Readonly<Record<string, unknown>> }
  | { error: { code: number; message: string } };

/** The data of each event of a stream, also of a last one that nothing ends. */
function* eventsIn(body: string): Generator<string> {
  const reader = eventReader();
  yield* reader.read(body);
  const rest = reader.rest();
  if (rest !== undefined) yield rest;
}

/** What reading an event takes at least, in values: a stream may hold thousands of empty ones. */
const leastOfEvent = 10;

/** The messages of an answer, each parsed when it is asked for, while all are not too much. */
function* messagesIn(texts: Iterable<string>): Generator {
  let left: number = limits.jsonValues;
  for (const text of texts) {
    const { values, excess } = measureJson(text, left);
    left -= Math.max(values, leastOfEvent);
    if (left < 0) return;
    if (excess) continue;
    try {
      yield JSON.parse(text);
    } catch {
      // It is passed over, as other things that a server says.
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
 * The reply to a request, from an answer that is one message or a stream of events; undefined where
 * there is none, as in a stream that was cut. What else a server says on the way is passed over.
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
