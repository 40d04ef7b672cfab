// The API as tools of the Model Context Protocol, over its transport "Streamable HTTP": one JSON
// answer per request, no streams and no sessions, so that any process can answer any request.
import * as z from 'zod';
import type { Rights } from './kernel/caller.ts';
import { jsonExcessReason } from './kernel/json.ts';
import type { CallRequest } from './kernel/route-request.ts';
import { callOfTool, toolsFor } from './mcp-tools.ts';

/** The path of the public address; POST only. */
export const mcpPath = 'mcp';

/** Supported versions, newest first; a client that asks for any other gets the first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** The most characters of one tool's answer: more would fill a model's context. */
const maxAnswerLength = 200_000;

type ApiResponse = { status: number; body: string };

export type McpDeps = {
  /** Calls the API as the caller; the API itself checks rights and keeps the audit trail. */
  callApi: (call: CallRequest) => Promise<ApiResponse>;
  /** The version of the product. */
  version: string;
};

/** The HTTP answer to a message; without a body if the message expects no answer. */
export type McpAnswer = { status: number; body?: object };

const request = z.object({
  jsonrpc: z.literal('2.0'),
  /** Absent in a notification. */
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).default({}),
});
type Id = z.output<typeof request>['id'];

const toolCall = z.object({
  name: z.string().max(100),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

const errorResponse = (id: Id, code: number, message: string) => ({
  jsonrpc: '2.0' as const,
  id: id ?? null,
  error: { code, message },
});

/** Error codes of JSON-RPC. */
const errorCodes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 };

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The API rejected the caller: its status becomes the HTTP status, as MCP clients expect. */
class ApiRefusal extends Error {
  readonly response: ApiResponse;
  constructor(response: ApiResponse) {
    super('The API refused the caller.');
    this.response = response;
  }
}

const instructions =
  'Reads and works in one organisation of Cloudwarden with the rights of the API key. Lists come ' +
  'in pages: pass `next` of an answer to get the page after it. A bot that is started may wait ' +
  'for people to approve; nothing here approves for them unless the key may.';

const textResult = (content: string, isError: boolean) => ({
  content: [{ type: 'text' as const, text: content }],
  isError,
});

const runTool = async ({ callApi }: McpDeps, params: unknown) => {
  const { data } = toolCall.safeParse(params);
  if (!data)
    throw new RpcError(errorCodes.params, 'Name a tool, and give its arguments as an object.');
  const { name, arguments: args } = data;
  const call = callOfTool(name, args);
  if (!call) throw new RpcError(errorCodes.params, `There is no tool "${name}". List the tools.`);
  if ('problem' in call) return textResult(call.problem, true);
  const response = await callApi(call);
  if (response.status === 401) throw new ApiRefusal(response);
  if (response.body.length <= maxAnswerLength) {
    return textResult(response.body || '{}', response.status >= 400);
  }
  const size = `The answer is longer than ${maxAnswerLength} characters.`;
  return textResult(`${size} Ask for fewer items (number_of_items), or for one of them.`, true);
};

const listTools = async ({ callApi }: McpDeps) => {
  const response = await callApi({ method: 'GET', path: 'users/me' });
  if (response.status !== 200) throw new ApiRefusal(response);
  return { tools: await toolsFor(JSON.parse(response.body) as Rights) };
};

const methods: Record<string, (deps: McpDeps, params: Record<string, unknown>) => unknown> = {
  initialize: ({ version }, { protocolVersion }) => ({
    protocolVersion: versions.find((one) => one === protocolVersion) ?? versions[0],
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: 'cloudwarden', title: 'Cloudwarden', version },
    instructions,
  }),
  ping: () => ({}),
  'tools/list': (deps) => listTools(deps),
  'tools/call': (deps, params) => runTool(deps, params),
};

const parse = (body: string): unknown => {
  const excessReason = jsonExcessReason(body);
  if (excessReason) throw new RpcError(errorCodes.parse, `The message ${excessReason}.`);
  try {
    return JSON.parse(body);
  } catch {
    throw new RpcError(errorCodes.parse, 'The message is not JSON.');
  }
};

/** Answers one message of an authenticated caller. */
export const answerMcp = async (deps: McpDeps, body: string): Promise<McpAnswer> => {
  let id: Id;
  try {
    const { data } = request.safeParse(parse(body));
    if (!data)
      throw new RpcError(errorCodes.request, 'Send one JSON-RPC 2.0 request with a method.');
    id = data.id;
    if (id === undefined) return { status: 202 };
    const method = Object.hasOwn(methods, data.method) ? methods[data.method] : undefined;
    if (!method) throw new RpcError(errorCodes.method, `There is no method "${data.method}".`);
    return { status: 200, body: { jsonrpc: '2.0', id, result: await method(deps, data.params) } };
  } catch (error) {
    if (error instanceof ApiRefusal) {
      return { status: error.response.status, body: JSON.parse(error.response.body) };
    }
    if (!(error instanceof RpcError)) throw error;
    const isBad = error.code === errorCodes.parse || error.code === errorCodes.request;
    return { status: isBad ? 400 : 200, body: errorResponse(id, error.code, error.message) };
  }
};
