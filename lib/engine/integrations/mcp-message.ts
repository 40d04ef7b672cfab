import { excessOf } from '#lib/kernel/json.ts';

/** What a server answers to one request of JSON-RPC. */
export type McpReply =
  | { result: Readonly<Record<string, unknown>> }
  | { error: { code: number; message: string } };

const parsed = (text: string): unknown => {
  try {
    return excessOf(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The messages of a stream of events: the data of each, whose lines belong together. */
const eventsIn = (body: string): unknown[] =>
  body.split(/\r\n\r\n|\n\n|\r\r/).flatMap((event) => {
    const lines = event.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
    return lines.length === 0 ? [] : [parsed(lines.map((one) => one.slice(5).trim()).join('\n'))];
  });

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
  const messages = isStream ? eventsIn(body) : [parsed(body)].flat();
  for (const message of messages) {
    const reply = replyIn(message, id);
    if (reply) return reply;
  }
  return undefined;
};
