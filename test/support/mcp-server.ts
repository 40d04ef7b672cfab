import { Readable } from 'node:stream';
import { type LoopbackAnswer, type LoopbackRequest, openLoopback } from './loopback.ts';

export type ServedTool = {
  name: string;
  description?: string;
  inputSchema?: object;
  annotations?: { readOnlyHint?: boolean };
};

/** A JSON-RPC request as a server receives it. */
export type McpRequest = {
  method: string;
  params: Readonly<Record<string, unknown>>;
  headers: LoopbackRequest['headers'];
};

type Script = {
  tools: ServedTool[];
  /** A tool's result. */
  called: (name: string, args: unknown) => object;
  /** Replaces the answer to a method, for a server that misbehaves. */
  instead: (request: McpRequest, id: unknown) => LoopbackAnswer | undefined;
  /** Answers with a stream of events, in which an unrelated event comes first. */
  streams: boolean;
  /** Whether clients can end a session, which is optional. */
  endsSessions: boolean;
  perPage: number;
};

const session = 'session-0123456789';

const event = (message: object): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

/** A Model Context Protocol server on this machine, which answers by a script. */
export const openMcpServer = async (overrides: Partial<Script> = {}) => {
  const script: Script = {
    tools: [],
    called: () => ({ content: [{ type: 'text', text: 'Done.' }] }),
    instead: () => undefined,
    streams: false,
    endsSessions: true,
    perPage: 50,
    ...overrides,
  };
  const requests: McpRequest[] = [];
  const resultOf = ({ method, params }: McpRequest): object => {
    if (method === 'initialize') {
      const { protocolVersion } = params;
      const serverInfo = { name: 'Scripted server', version: '1' };
      return { protocolVersion, capabilities: { tools: {} }, serverInfo };
    }
    if (method === 'tools/list') {
      const from = Number(params['cursor'] ?? 0);
      const until = from + script.perPage;
      const nextPage = until < script.tools.length && { nextCursor: String(until) };
      return { tools: script.tools.slice(from, until), ...nextPage };
    }
    return script.called(String(params['name']), params['arguments']);
  };
  const ended: unknown[] = [];
  const answer = ({ method: verb, body, headers }: LoopbackRequest): LoopbackAnswer => {
    if (verb === 'DELETE') {
      ended.push(headers['mcp-session-id']);
      return { status: script.endsSessions ? 200 : 405 };
    }
    const { id, method, params = {} } = JSON.parse(body.toString());
    const one = { method, params, headers };
    requests.push(one);
    const replacement = script.instead(one, id);
    if (replacement) return replacement;
    if (id === undefined) return { status: 202 };
    const sessionHeader = method === 'initialize' && { 'mcp-session-id': session };
    const reply = { jsonrpc: '2.0', id, result: resultOf(one) };
    const note = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'Working.' } };
    return script.streams
      ? {
          headers: { ...sessionHeader, 'content-type': 'text/event-stream' },
          body: Readable.from([': hello\n\n', event(note), event(reply)]),
        }
      : {
          headers: { ...sessionHeader, 'content-type': 'application/json' },
          body: JSON.stringify(reply),
        };
  };
  const { endpoint, close } = await openLoopback(answer);
  return { url: `${endpoint}/mcp`, seen: requests, ended, script, session, close };
};
export type McpServer = Awaited<ReturnType<typeof openMcpServer>>;
