import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts';

/** A request to a model, independent of its server's format. */
export type ModelRequest = {
  model: string;
  instructions: string;
  /** In order; tool results are messages of the role `tool`. */
  messages: { role: string; text: string; calls: string[] }[];
  tools: string[];
  /** Whether an answer by a schema is requested. */
  structured: boolean;
  most?: number;
  /** The number of calls before this one. */
  turn: number;
  headers: LoopbackRequest['headers'];
};

export type ToolCall = { name: string; /** A text is sent as it is, JSON or not. */ args: unknown };

export type Reply =
  | {
      /** Parts are streamed one by one. */
      say?: string | string[];
      call?: ToolCall[];
      /** Called before each piece but the first, which is empty; the piece waits for it. */
      next?: () => Promise<unknown>;
      finish?: 'length' | 'content_filter';
      /** Input and output tokens; `none`: the server does not report them. */
      usage?: [number, number] | 'none';
    }
  | {
      /**
       * `busy` 429, `broken` 500, `denied` 401, `unknown` 404, `overlong` 400, `moved` a redirect;
       * `failing` reports an error in its stream after a first word; `cut` breaks the connection
       * after one, `ends` closes the stream normally but too early; `garbage` is not JSON; `silent`
       * sends nothing after a first word.
       */
      misbehave:
        | 'failing'
        | 'busy'
        | 'broken'
        | 'denied'
        | 'unknown'
        | 'overlong'
        | 'moved'
        | 'cut'
        | 'ends'
        | 'garbage'
        | 'silent';
      retryAfter?: string;
    };

/** Decides a reply for each question. */
export type Script = (question: ModelRequest) => Reply;

/** The wire format of a kind of server, for requests and answers. */
export type Dialect = {
  read: (request: LoopbackRequest) => Omit<ModelRequest, 'turn' | 'headers'>;
  type: string;
  /** The pieces of a complete answer. */
  write: (reply: Exclude<Reply, { misbehave: string }>, question: ModelRequest) => Uint8Array[];
  /** A first word, and an invalid piece. */
  begin: () => Uint8Array;
  garbage: () => Uint8Array;
  fails: (message: string) => Uint8Array;
  error: (message: string) => unknown;
};

const bytes = (text: string): Uint8Array => Buffer.from(text);

const statuses: Record<string, number> = {
  busy: 429,
  broken: 500,
  denied: 401,
  unknown: 404,
  overlong: 400,
};

type Misbehaviour = Extract<Reply, { misbehave: string }>;

/** A stream of the pieces written so far; something else decides when it ends. */
const openStream = (first: Uint8Array): PassThrough => {
  const stream = new PassThrough();
  stream.write(first);
  return stream;
};

const misbehavingAnswer = (
  { misbehave, retryAfter }: Misbehaviour,
  { begin, garbage, fails, error, type }: Dialect,
  { headers }: ModelRequest,
): LoopbackAnswer => {
  const streaming = { 'content-type': type };
  const status = statuses[misbehave];
  if (status !== undefined) {
    // Some servers repeat a rejected key in their answer.
    const key = (headers.authorization ?? '').replace('Bearer ', '');
    return {
      status,
      headers: {
        'content-type': 'application/json',
        ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
      },
      body: JSON.stringify(error(`Scripted to be ${misbehave} for ${key}`)),
    };
  }
  switch (misbehave) {
    case 'moved':
      return { status: 307, headers: { location: '/elsewhere' } };
    case 'garbage':
      return { headers: streaming, body: garbage() };
    case 'failing': {
      const failure = fails('Scripted to fail for sk-canary-0123456789.');
      return { headers: streaming, body: Buffer.concat([begin(), failure]) };
    }
    case 'cut': {
      const stream = openStream(begin());
      setImmediate(() => stream.destroy(new Error('Scripted to break off.')));
      return { headers: { ...streaming, 'content-length': '100000' }, body: stream };
    }
    case 'silent':
      return { headers: streaming, body: openStream(begin()) };
    default:
      return { headers: streaming, body: begin() };
  }
};

/** A model server on this machine that answers by a script; `requests` holds the requests received. */
export const openScripted = async (dialect: Dialect, script: Script) => {
  const requests: ModelRequest[] = [];
  let rule = script;
  const server = await openLoopback((request): LoopbackAnswer => {
    if (request.method === 'GET' && request.path.endsWith('/models')) {
      const body = JSON.stringify({ object: 'list', data: [{ id: 'scripted-model' }] });
      return { headers: { 'content-type': 'application/json' }, body };
    }
    const { headers } = request;
    const question = { ...dialect.read(request), turn: requests.length, headers };
    requests.push(question);
    const reply = rule(question);
    if ('misbehave' in reply) return misbehavingAnswer(reply, dialect, question);
    const stream = new PassThrough();
    const send = async () => {
      for (const [index, part] of dialect.write(reply, question).entries()) {
        if (index > 0) await reply.next?.();
        if (!stream.write(part)) await once(stream, 'drain');
      }
      stream.end();
    };
    // The client may disconnect before the end.
    send().catch(() => stream.destroy());
    return { headers: { 'content-type': dialect.type }, body: stream };
  });
  return {
    ...server,
    host: new URL(server.endpoint).host,
    asked: requests,
    /** Replaces the script from now on. */
    script: (next: Script) => void (rule = next),
  };
};

type Message = {
  role: string;
  content?: string | { text?: string }[] | null;
  tool_calls?: { function: { name: string } }[];
};

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');

const event = (data: unknown): Uint8Array =>
  bytes(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);

const chunk = (delta: object, extraFields: object = {}): Uint8Array =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted-model-1',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...extraFields,
  });

const openAi: Dialect = {
  type: 'text/event-stream',
  read: ({ body }) => {
    const {
      model,
      messages = [],
      tools = [],
      response_format,
      max_tokens,
      max_completion_tokens,
    } = JSON.parse(body.toString());
    const all: Message[] = messages;
    const system = all.filter(({ role }) => role === 'system');
    return {
      model,
      instructions: system.map(textOf).join('\n'),
      messages: all
        .filter(({ role }) => role !== 'system')
        .map((one) => ({
          role: one.role,
          text: textOf(one),
          calls: (one.tool_calls ?? []).map((call) => call.function.name),
        })),
      tools: tools.map((one: { function: { name: string } }) => one.function.name),
      structured: response_format?.type === 'json_schema',
      most: max_completion_tokens ?? max_tokens,
    };
  },
  write: ({ say = [], call = [], finish, usage = [7, 3] }, { turn }) => [
    chunk({ role: 'assistant', content: '' }),
    ...[say].flat().map((content) => chunk({ content })),
    ...call.map(({ name, args }, index) =>
      chunk({
        tool_calls: [
          {
            index,
            id: `call_${turn}_${index}`,
            type: 'function',
            function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
          },
        ],
      }),
    ),
    chunk(
      {},
      {
        choices: [
          { index: 0, delta: {}, finish_reason: finish ?? (call[0] ? 'tool_calls' : 'stop') },
        ],
      },
    ),
    ...(usage === 'none'
      ? []
      : [
          chunk(
            {},
            {
              choices: [],
              usage: {
                prompt_tokens: usage[0],
                completion_tokens: usage[1],
                total_tokens: usage[0] + usage[1],
              },
            },
          ),
        ]),
    event('[DONE]'),
  ],
  begin: () => chunk({ role: 'assistant', content: 'Well' }),
  garbage: () => event('{"choices": [{"delta": oh no'),
  fails: (message) => event({ error: { message, type: 'scripted' } }),
  error: (message) => ({ error: { message, type: 'scripted' } }),
};

/** A server that implements OpenAI's API below `/v1`. */
export const openScriptedModel = (script: Script) => openScripted(openAi, script);
