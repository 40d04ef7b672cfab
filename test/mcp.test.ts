import * as fc from 'fast-check';
import type { Rights } from '#lib/kernel/caller.ts';
import { answerMcp, type McpDeps } from '#lib/mcp.ts';
import type { CallRequest } from '#lib/kernel/route-request.ts';
import { callOfTool, toolsFor } from '#lib/mcp-tools.ts';

const root: Rights = { userType: 'ROOT', readOnly: false, roles: [] };
const nobody: Rights = { userType: 'SUBUSER', readOnly: false, roles: [] };

const withRole = (policies: Partial<Rights['roles'][number]['policies']>): Rights => ({
  ...nobody,
  roles: [{ _id: 'r1', name: 'Some', policies: { ALLOW: {}, DENY: {}, ...policies } }],
});

const namesFor = async (rights: Rights) => (await toolsFor(rights)).map(({ name }) => name);

/** An API with this answer, and its received requests. */
const openApi = (answer: { status: number; body: string } = { status: 200, body: '{}' }) => {
  const asked: CallRequest[] = [];
  const callApi: McpDeps['callApi'] = async (call) => {
    asked.push(call);
    return answer;
  };
  const send = (message: unknown) =>
    answerMcp(
      { callApi, version: '1.2.3' },
      JSON.stringify({ jsonrpc: '2.0', ...Object(message) }),
    );
  return { asked, send };
};

const toolCall = (name: string, args?: unknown) => ({
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('the MCP tools', () => {
  it('are the calls of the API, reading calls first, with schemas and hints', async () => {
    const tools = await toolsFor(root);
    expect(tools.length).toBeGreaterThan(100);
    const readOnlyHints = tools.map(({ annotations }) => annotations.readOnlyHint);
    expect(readOnlyHints).toEqual(readOnlyHints.toSorted((a, b) => Number(b) - Number(a)));
    expect(tools.find(({ name }) => name === 'getBot')).toMatchObject({
      inputSchema: { type: 'object', required: ['bot_id'], additionalProperties: false },
      annotations: { readOnlyHint: true },
    });
    expect(tools.find(({ name }) => name === 'deleteBot')).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
  });

  it('have names and schemas that MCP clients accept', async () => {
    for (const { name, inputSchema } of await toolsFor(root)) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect({ name, type: inputSchema.type }).toEqual({ name, type: 'object' });
      const { properties = {} } = inputSchema;
      for (const one of Object.values(Object(properties))) expect(typeof one).toBe('object');
    }
  });

  it('include only the calls that the caller may make', async () => {
    const readers = await namesFor(withRole({ ALLOW: { bot: { read_bot: true } } }));
    expect(readers).toContain('listBots');
    expect(readers).not.toContain('createBot');
    expect(readers).not.toContain('listListeners');
    expect(await namesFor({ ...root, readOnly: true })).not.toContain('createBot');
    const denied = {
      ALLOW: { '*': { '*': true as const } },
      DENY: { bot: { '*': true as const } },
    };
    expect(await namesFor(withRole(denied))).not.toContain('listBots');
  });

  it("change only the caller's own data with read-only access", async () => {
    const tools = await toolsFor({ ...root, readOnly: true });
    const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
    expect(writing.map(({ name }) => name).sort()).toEqual([
      'deleteApiKey',
      'markAllRead',
      'markNotificationRead',
      'updateCurrentUser',
      'updateOnboarding',
    ]);
  });

  it('exclude the calls that open sockets, end sessions or enrol agents', async () => {
    const names = await namesFor(root);
    for (const name of ['createTicket', 'signOut', 'enrolAgent']) expect(names).not.toContain(name);
  });

  it('become calls with a path, a query or a body', () => {
    expect(callOfTool('getBot', { bot_id: 'bot_1' })).toEqual({
      method: 'GET',
      path: 'bots/bot_1',
    });
    expect(callOfTool('listBots', { search: 'a&b', category: ['Cost', 'Security'] })).toEqual({
      method: 'GET',
      path: 'bots?search=a%26b&category=Cost%2CSecurity',
    });
    const args = { bot_id: 'bot_1', version: 2 };
    expect(callOfTool('publishBot', args)).toMatchObject({ body: '{"version":2}' });
  });

  it('keep the path of their call with any arguments', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('.', '..', '', '../users', '%2e%2e', '?x', '#', '\ud800', {}, [], null),
    );
    fc.assert(
      fc.property(value, (bot_id) => {
        const call = callOfTool('getBot', { bot_id });
        if (!call || 'problem' in call) return;
        const { pathname, search } = new URL(`http://host/${call.path}`);
        expect(pathname.split('/')).toHaveLength(3);
        expect(pathname.startsWith('/bots/')).toBe(true);
        expect(search).toBe('');
      }),
    );
    expect(callOfTool('getBot', { bot_id: '..' })).toHaveProperty('problem');
  });

  it('refuse arguments that are too long for an address', () => {
    const many = Object.fromEntries(Array.from({ length: 45_000 }, (_, i) => [`k${i}`, 1]));
    expect(callOfTool('listBots', many)).toEqual({
      problem: expect.stringContaining('longer than 8000 characters'),
    });
    expect(callOfTool('listBots', { search: 'a'.repeat(7000) })).toHaveProperty('path');
  });
});

describe('a message of the Model Context Protocol', () => {
  it('negotiates the protocol version', async () => {
    const { send } = openApi();
    const begin = (protocolVersion: unknown) =>
      send({ id: 'a', method: 'initialize', params: { protocolVersion } });
    expect(await begin('2025-06-18')).toMatchObject({
      status: 200,
      body: {
        id: 'a',
        result: {
          protocolVersion: '2025-06-18',
          serverInfo: { name: 'cloudwarden', version: '1.2.3' },
        },
      },
    });
    expect(await begin('1999-01-01')).toMatchObject({
      body: { result: { protocolVersion: '2025-11-25' } },
    });
  });

  it('is accepted without a response if it is a notification', async () => {
    expect(await openApi().send({ method: 'notifications/initialized' })).toEqual({ status: 202 });
  });

  it('runs a tool as an API call and returns its result', async () => {
    const { send, asked } = openApi({ status: 200, body: '{"items":[]}' });
    expect(await send(toolCall('listBots', { number_of_items: 5 }))).toMatchObject({
      body: { result: { content: [{ type: 'text', text: '{"items":[]}' }], isError: false } },
    });
    expect(asked).toEqual([{ method: 'GET', path: 'bots?number_of_items=5' }]);
  });

  it('returns a refusal of the API as a tool error', async () => {
    const body = '{"error":"Your role does not allow it."}';
    expect(await openApi({ status: 403, body }).send(toolCall('listBots'))).toMatchObject({
      status: 200,
      body: { result: { content: [{ text: body }], isError: true } },
    });
  });

  it('makes no API call if an argument of the path is missing', async () => {
    const { send, asked } = openApi();
    expect(await send(toolCall('getBot', {}))).toMatchObject({
      body: {
        result: {
          content: [{ text: expect.stringContaining('The argument "bot_id" is missing') }],
        },
      },
    });
    expect(asked).toEqual([]);
  });

  it('explains how to ask for less if the result is too long', async () => {
    const { send } = openApi({ status: 200, body: 'x'.repeat(200_001) });
    expect(JSON.stringify(await send(toolCall('listBots')))).toContain('Ask for fewer items');
  });

  it('is refused with 401 if the key is no longer valid', async () => {
    const ended = { status: 401, body: '{"error":"Sign in."}' };
    const { send } = openApi(ended);
    const expected = { status: 401, body: { error: 'Sign in.' } };
    expect(await send({ id: 1, method: 'tools/list' })).toEqual(expected);
    expect(await send(toolCall('listBots'))).toEqual(expected);
  });

  it.each([
    ['an unknown method', { id: 1, method: 'resources/list' }, 200, -32_601],
    ['the name of an object property as method', { id: 1, method: 'constructor' }, 200, -32_601],
    ['an unknown tool', toolCall('dropAll'), 200, -32_602],
    ['arguments that are a list', toolCall('listBots', []), 200, -32_602],
    ['no method', { id: 1 }, 400, -32_600],
    ['an id that is a list', { id: [], method: 'ping' }, 400, -32_600],
  ])('with %s is refused with an error code', async (_what, message, status, code) => {
    expect(await openApi().send(message)).toMatchObject({ status, body: { error: { code } } });
  });

  it.each([
    ['nested deeply', '['.repeat(5000), 'is nested deeper than 64 levels.'],
    ['full of values', `[${'[],'.repeat(200_000)}[]]`, 'holds more than 100000 keys and values.'],
  ])('that is %s is refused with the reason', async (_what, text, reason) => {
    const callApi = async () => ({ status: 200, body: '' });
    expect(await answerMcp({ callApi, version: '1' }, text)).toMatchObject({
      body: { error: { message: `The message ${reason}` } },
    });
  });

  it.each([
    ['not JSON', '{'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'],
    ['too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('that is %s is refused with 400', async (_what, text) => {
    const callApi = async () => ({ status: 200, body: '' });
    expect(await answerMcp({ callApi, version: '1' }, text)).toMatchObject({ status: 400 });
  });
});
