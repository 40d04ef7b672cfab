import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts';

/** What a model is asked, whatever its server's way of writing it. */
export type Question = {
  model: string;
  instructions: string;
  /** In order; the returns of tools are messages of the role `tool`. */
  messages: { role: string; text: string; calls: string[] }[];
  tools: string[];
  /** Whether an answer by a schema is asked for. */
  structured: boolean;
  most?: number;
  /** How many calls came before. */
  turn: number;
  headers: LoopbackRequest['headers'];
};

export type Call = { name: string; /** A text is sent as it is, JSON or not. */ args: unknown };

export type Reply =
  | {
      /** Parts are streamed one by one. */
      say?: string | string[];
      call?: Call[];
      /** Waits before each piece but the first, which says nothing yet. */
      next?: () => Promise<unknown>;
      finish?: 'length' | 'content_filter';
      /** Input and output tokens; `none`: the server does not tell. */
      usage?: [number, number] | 'none';
    }
  | {
      /**
       * `busy` 429, `broken` 500, `denied` 401, `unknown` 404, `overlong` 400, `moved` a redirect;
       * `failing` says why in its stream after a first word; `cut` breaks the connection after one,
       * `ends` ends it in good order, but too early; `garbage` is no JSON; `silent` says nothing
       * more after a first word.
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

/** Answers by rule. */
export type Script = (question: Question) => Reply;

/** How a kind of server writes what it is asked and answers. */
export type Dialect = {
  read: (request: LoopbackRequest) => Omit<Question, 'turn' | 'headers'>;
  type: string;
  /** Pieces of a whole answer. */
  write: (reply: Exclude<Reply, { misbehave: string }>, question: Question) => Uint8Array[];
  /** A first word, and nothing that makes sense. */
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

/** A stream of what was written so far, whose end somebody else decides. */
const open = (first: Uint8Array): PassThrough => {
  const stream = new PassThrough();
  stream.write(first);
  return stream;
};

const misbehaving = (
  { misbehave, retryAfter }: Misbehaviour,
  { begin, garbage, fails, error, type }: Dialect,
  { headers }: Question,
): LoopbackAnswer => {
  const streaming = { 'content-type': type };
  const status = statuses[misbehave];
  if (status !== undefined) {
    // Some servers repeat the key that they do not take.
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
      const said = fails('Scripted to fail for sk-canary-0123456789.');
      return { headers: streaming, body: Buffer.concat([begin(), said]) };
    }
    case 'cut': {
      const stream = open(begin());
      setImmediate(() => stream.destroy(new Error('Scripted to break off.')));
      return { headers: { ...streaming, 'content-length': '100000' }, body: stream };
    }
    case 'silent':
      return { headers: streaming, body: open(begin()) };
    default:
      return { headers: streaming, body: begin() };
  }
};

/** A server of models on this machine that answers by a script; `asked` is what came. */
export const openScripted = async (dialect: Dialect, script: Script) => {
  const asked: Question[] = [];
  let rule = script;
  const server = await openLoopback((request): LoopbackAnswer => {
    if (request.method === 'GET' && request.path.endsWith('/models')) {
      const body = JSON.stringify({ object: 'list', data: [{ id: 'scripted-model' }] });
      return { headers: { 'content-type': 'application/json' }, body };
    }
    const { headers } = request;
    const question = { ...dialect.read(request), turn: asked.length, headers };
    asked.push(question);
    const reply = rule(question);
    if ('misbehave' in reply) return misbehaving(reply, dialect, question);
    const stream = new PassThrough();
    const send = async () => {
      for (const [index, part] of dialect.write(reply, question).entries()) {
        if (index > 0) await reply.next?.();
        if (!stream.write(part)) await once(stream, 'drain');
      }
      stream.end();
    };
    // Who asked may leave before the end.
    send().catch(() => stream.destroy());
    return { headers: { 'content-type': dialect.type }, body: stream };
  });
  return {
    ...server,
    host: new URL(server.endpoint).host,
    asked,
    /** From now on it answers by this rule. */
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

const chunk = (delta: object, more: object = {}): Uint8Array =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted-model-1',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...more,
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

/** A server that speaks as OpenAI does, below `/v1`. */
export const openScriptedModel = (script: Script) => openScripted(openAi, script);
