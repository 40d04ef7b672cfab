import { crc32 } from 'node:zlib';
import { type Dialect, openScripted, type Script } from './scripted-model.ts';

const uint32 = (value: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value >>> 0);
  return four;
};

const header = (name: string, value: string): Buffer => {
  const text = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  // 7 is the type of strings.
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name),
    Buffer.from([7]),
    length,
    text,
  ]);
};

/** One message of AWS's binary event streams: lengths, headers and body, with checksums. */
const frame = (type: string, body: string): Uint8Array => {
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const prelude = Buffer.concat([
    uint32(headers.length + body.length + 16),
    uint32(headers.length),
  ]);
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), headers, Buffer.from(body)]);
  return Buffer.concat([message, uint32(crc32(message))]);
};

const event = (type: string, body: object): Uint8Array => frame(type, JSON.stringify(body));

type Block = { text?: string; toolUse?: { name: string }; toolResult?: { content: Block[] } };

const textOf = (blocks: Block[]): string =>
  blocks
    .map(({ text, toolResult }) => text ?? (toolResult ? textOf(toolResult.content) : ''))
    .join('');

const converse: Dialect = {
  type: 'application/vnd.amazon.eventstream',
  read: ({ path, body }) => {
    const {
      system = [],
      messages = [],
      toolConfig,
      inferenceConfig,
      outputConfig,
      ...rest
    } = JSON.parse(body.toString());
    const tools = (toolConfig?.tools ?? []).flatMap(
      (one: { toolSpec?: { name: string } }) => one.toolSpec?.name ?? [],
    );
    return {
      model: /\/model\/([^/]+)\//.exec(path)?.[1] ?? '',
      instructions: textOf(system),
      messages: messages.map(({ role, content }: { role: string; content: Block[] }) => ({
        role: content.some(({ toolResult }) => toolResult) ? 'tool' : role,
        text: textOf(content),
        calls: content.flatMap(({ toolUse }) => toolUse?.name ?? []),
      })),
      tools,
      structured:
        outputConfig !== undefined ||
        tools.includes('json') ||
        JSON.stringify(rest).includes('json_schema'),
      most: inferenceConfig?.maxTokens,
    };
  },
  write: ({ say = [], call = [], finish, usage = [7, 3] }, { turn, tools }) => {
    const textParts = [say].flat();
    // For structured answers the model must call the tool `json`, whose arguments are the answer.
    const calls = tools.includes('json') ? [{ name: 'json', args: textParts.join('') }] : call;
    const texts = tools.includes('json') ? [] : textParts;
    const reasons = { length: 'max_tokens', content_filter: 'content_filtered' };
    const stopReason = finish ? reasons[finish] : calls[0] ? 'tool_use' : 'end_turn';
    return [
      event('messageStart', { role: 'assistant' }),
      ...texts.map((text) => event('contentBlockDelta', { contentBlockIndex: 0, delta: { text } })),
      event('contentBlockStop', { contentBlockIndex: 0 }),
      ...calls.flatMap(({ name, args }, index) => {
        const contentBlockIndex = index + 1;
        const input = typeof args === 'string' ? args : JSON.stringify(args);
        const toolUse = { toolUseId: `call_${turn}_${index}`, name };
        return [
          event('contentBlockStart', { contentBlockIndex, start: { toolUse } }),
          event('contentBlockDelta', { contentBlockIndex, delta: { toolUse: { input } } }),
          event('contentBlockStop', { contentBlockIndex }),
        ];
      }),
      event('messageStop', { stopReason }),
      ...(usage === 'none'
        ? []
        : [
            event('metadata', {
              usage: {
                inputTokens: usage[0],
                outputTokens: usage[1],
                totalTokens: usage[0] + usage[1],
              },
            }),
          ]),
    ];
  },
  fails: (message) => event('internalServerException', { message }),
  begin: () => event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Well' } }),
  garbage: () => frame('contentBlockDelta', '{"delta": oh no'),
  error: (message) => ({ message }),
};

/** A server that implements the runtime API of Amazon Bedrock. */
export const openScriptedBedrock = (script: Script) => openScripted(converse, script);
