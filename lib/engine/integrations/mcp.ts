import { copyProblem } from '#lib/domain/integrations/mcp-tool.rules.ts';
import type { McpTool } from '#lib/domain/integrations/mcp-tool.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { Mask } from '#lib/kernel/secret-masking.ts';
import { failureOfStatus } from '../nodes/call-failure.ts';
import { beforeSending, type OutgoingAnswer, OutgoingError } from '../outgoing/request.ts';
import { addressOf, type CallDeps } from './authorise-request.ts';
import { createToolListBuilder, type ToolList } from './mcp-tool-list.ts';
import { replyOf } from './mcp-message.ts';
import { send } from './send.ts';

/** The requested protocol version; a server may choose one of the earlier ones. */
const version = '2025-11-25';
const versions: ReadonlySet<unknown> = new Set([version, '2025-06-18', '2025-03-26']);

/** The time limit of one request, in milliseconds. */
const requestTimeout = 30_000;

/** The time limit for ending a session, in milliseconds. */
const sessionEndTimeout = 2000;

/** The most pages of a list of tools that are read. */
const maxPages = 10;

const protocolError = (message: string, wasSent = false) =>
  new OutgoingError('protocol', message, wasSent);

const statusText = (host: string, { status }: OutgoingAnswer): string => {
  const statusNote = `(status ${status})`;
  if (status === 401) {
    return (
      `${host} does not accept the authentication ${statusNote}. ` +
      'Check for a mistyped, expired or ' +
      'revoked value.'
    );
  }
  if (status === 403)
    return `${host} rejects this call ${statusNote}. Check the rights of the secret.`;
  if (status === 404 || status === 405) {
    return (
      `${host} has no MCP server at this address ${statusNote}. ` +
      'Check the address in the form.'
    );
  }
  if (status === 429) return `${host} is rate limiting requests ${statusNote}. Try again later.`;
  return `${host} failed ${statusNote}. Try again later.`;
};

/** JSON-RPC codes of calls that were not run; other codes may report a failure while running. */
const notRunCodes: ReadonlySet<unknown> = new Set([-32_700, -32_600, -32_601, -32_602]);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A session with an MCP server. */
class McpSession {
  readonly #integration: OpenedIntegration;
  readonly #deps: CallDeps;
  readonly #url: string;
  #headers: Record<string, string> = {};
  #requests = 0;

  constructor(integration: OpenedIntegration, deps: CallDeps) {
    this.#integration = integration;
    this.#deps = deps;
    this.#url = addressOf(integration);
  }

  get host(): string {
    return new URL(this.#url).host;
  }

  async #post(message: object): Promise<{ answer: OutgoingAnswer; hide: Mask }> {
    const request = {
      method: 'POST',
      url: this.#url,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...this.#headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      timeoutMs: requestTimeout,
      redirects: 'refuse' as const,
    };
    const sent = await send(request, this.#integration, this.#deps);
    const { status } = sent.answer;
    if (status < 200 || status > 299) {
      const { mayBeDone } = failureOfStatus(sent.answer, this.#deps.clock());
      throw protocolError(statusText(this.host, sent.answer), mayBeDone);
    }
    return sent;
  }

  async request(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#requests += 1;
    const id = this.#requests;
    const { answer, hide } = await this.#post({ id, method, params });
    const session = answer.headers['mcp-session-id'];
    if (session !== undefined) this.#headers['mcp-session-id'] = session;
    const reply = replyOf(answer, id);
    if (!reply) throw protocolError(`${this.host} returned no valid answer to ${method}.`, true);
    if ('error' in reply) {
      const serverMessage = hide(reply.error.message).slice(0, 300);
      const reason = serverMessage === '' ? 'no reason given' : serverMessage;
      const problem = `${this.host} refused ${method}: ${reason}`;
      throw protocolError(problem, !notRunCodes.has(reply.error.code));
    }
    return hide(reply.result);
  }

  async open(): Promise<string> {
    const clientInfo = { name: 'cloudwarden', version: '1' };
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    const { protocolVersion, serverInfo } = await this.request('initialize', params);
    if (!versions.has(protocolVersion)) {
      const serverVersion = text(protocolVersion).slice(0, 30);
      const problem = 'uses a version of the protocol that is not supported';
      throw protocolError(`${this.host} ${problem}: ${serverVersion}.`);
    }
    this.#headers['mcp-protocol-version'] = text(protocolVersion);
    await this.#post({ method: 'notifications/initialized' });
    return text(Object(serverInfo).name);
  }

  /**
   * Ends the session, if the server keeps one: servers have room for a few sessions, until unused
   * ones time out. The answer does not matter.
   */
  async close(): Promise<void> {
    if (this.#headers['mcp-session-id'] === undefined) return;
    const request = {
      method: 'DELETE',
      url: this.#url,
      headers: this.#headers,
      timeoutMs: sessionEndTimeout,
      redirects: 'refuse' as const,
    };
    await send(request, this.#integration, this.#deps).catch(() => undefined);
  }

  async tools(): Promise<ToolList> {
    const builder = createToolListBuilder();
    let cursor: unknown;
    for (let page = 0; page < maxPages; page += 1) {
      const params = typeof cursor === 'string' ? { cursor } : {};
      const { tools, nextCursor } = await this.request('tools/list', params);
      if (!Array.isArray(tools)) throw protocolError(`${this.host} returned no list of tools.`);
      if (!builder.add(tools)) break;
      if (typeof nextCursor !== 'string' || nextCursor === '') return builder.listed();
      cursor = nextCursor;
    }
    return { ...builder.listed(), incomplete: true };
  }
}

/** The tools of an MCP server, and the name that it gives itself. Throws an `OutgoingError`. */
export const listServerTools = async (
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<ToolList & { name: string }> => {
  const session = new McpSession(integration, deps);
  try {
    const name = await session.open();
    return { ...(await session.tools()), name };
  } finally {
    await session.close();
  }
};

export type McpToolResult = { content: string; isError: boolean };

const partOf = (part: unknown): string => {
  const { type, text: partText } = Object(part);
  const isText = type === 'text' && typeof partText === 'string';
  return isText ? partText : `(${text(type) || 'unknown'} left out)`;
};

/** Milliseconds for which a list of tools counts as current. */
const listLifetime = 5000;

/** Lists of servers' tools, shared by calls that follow each other within one step of an agent. */
export type ToolListCache = Map<string, { at: number; tools: readonly McpTool[] }>;

const listTools = async (
  session: McpSession,
  key: string,
  { clock }: CallDeps,
  toolCache: ToolListCache,
): Promise<readonly McpTool[]> => {
  const last = toolCache.get(key);
  if (last && clock() - last.at < listLifetime) return last.tools;
  const at = clock();
  const { tools } = await session.tools();
  toolCache.set(key, { at, tools });
  return tools;
};

/** Why an accepted tool is not called, by its current description; undefined where it may be. */
const changedToolReason = (accepted: McpTool, now: McpTool | undefined): string | undefined => {
  const subject = `The tool "${accepted.name}"`;
  if (!now) return `${subject} no longer exists. It was not called.`;
  if (accepted.read_only_hint && !now.read_only_hint) {
    return `${subject} is no longer read-only, as its server says. It was not called.`;
  }
  const isSame = now.digest === accepted.digest;
  return isSame ? undefined : `${subject} has changed since it was accepted. It was not called.`;
};

type Call = {
  accepted: McpTool;
  args: Readonly<Record<string, unknown>>;
  toolCache?: ToolListCache;
};

const callInSession = async (
  session: McpSession,
  integration: OpenedIntegration,
  deps: CallDeps,
  { accepted, args, toolCache = new Map() }: Call,
): Promise<McpToolResult> => {
  await beforeSending(session.open());
  const key = `${integration.accountId} ${addressOf(integration)}`;
  const tools = await beforeSending(listTools(session, key, deps, toolCache));
  const problem = changedToolReason(
    accepted,
    tools.find(({ name }) => name === accepted.name),
  );
  if (problem !== undefined) throw new OutgoingError('request', problem);
  const params = { name: accepted.name, arguments: args };
  const { content, isError, structuredContent } = await session.request('tools/call', params);
  const parts = Array.isArray(content) ? content.map(partOf) : [];
  const textContent = parts.join('\n');
  return {
    content: textContent === '' ? JSON.stringify(structuredContent ?? {}) : textContent,
    isError: isError === true,
  };
};

/**
 * Calls a tool, unless it differs from the accepted one. The returned text comes from a third party
 * and must not be trusted. Throws an `OutgoingError`.
 */
export const callTool = async (
  integration: OpenedIntegration,
  deps: CallDeps,
  call: Call,
): Promise<McpToolResult> => {
  const forged = copyProblem(call.accepted);
  if (forged !== undefined) throw new OutgoingError('request', `${forged} It was not called.`);
  const session = new McpSession(integration, deps);
  try {
    return await callInSession(session, integration, deps, call);
  } finally {
    await session.close();
  }
};
