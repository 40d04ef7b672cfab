import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { newTenant } from '#test/support/people.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});
afterAll(() => product.close());

type Message = Record<string, unknown>;

/** Sends a message to the product as an MCP client does. */
const send = async (message: Message | string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${product.url}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.api_key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
};

const run = async (name: string, args: Message) => {
  const params = { name, arguments: args };
  const { body } = await send({ id: 1, method: 'tools/call', params });
  const { content, isError } = body.result;
  return { isError, answer: JSON.parse(content[0].text) };
};

describe('an MCP client', () => {
  it('signs in, lists tools and creates a bot, which the audit trail records', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} };
    expect((await send({ id: 1, method: 'initialize', params })).status).toBe(200);
    expect(await send({ method: 'notifications/initialized' })).toEqual({ status: 202 });
    const { body } = await send({ id: 2, method: 'tools/list' });
    const names = body.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['listBots', 'createBot', 'startExecution']));
    const graph = draw('start -> end');
    const creation = await run('createBot', { name: 'Made by a program', graph });
    expect(creation).toMatchObject({ isError: false, answer: { name: 'Made by a program' } });
    const found = await run('getBot', { bot_id: creation.answer._id });
    expect(found.answer).toMatchObject({ name: 'Made by a program' });
    const { items } = await product.api.audit.listAuditTrails({ number_of_items: 10 });
    expect(items).toContainEqual(expect.objectContaining({ action_type: 'create_bot' }));
  });

  it('receives an error for invalid arguments', async () => {
    const refusal = await run('createBot', { name: '' });
    expect(refusal).toMatchObject({ isError: true, answer: { error: expect.any(String) } });
    expect((await run('getBot', { bot_id: '../users/me' })).isError).toBe(true);
  });

  it('is refused without a key, with a wrong key and with the key of an agent', async () => {
    const ping = { id: 1, method: 'ping' };
    expect((await send(ping, { authorization: '' })).status).toBe(401);
    expect((await send(ping, { authorization: 'Bearer nonsense' })).status).toBe(401);
    const { accountId: integration_id } = await product.api.integrations.createIntegration({
      cspName: 'linux',
      alias: 'Hosts',
      groups: ['Platform'],
    });
    const input = { name: 'main', integration_id, integration_type: 'linux' as const };
    const { agent_id } = await product.api.agents.createAgent(input);
    const { api_key_secret } = await product.api.agents.createAgentKey({ agent_id });
    const listing = { id: 1, method: 'tools/list' };
    expect((await send(listing, { authorization: `Bearer ${api_key_secret}` })).status).toBe(403);
  });

  it('is refused at once after its key is deleted', async () => {
    const { answer } = await run('createApiKey', { name: 'For a program', expires_on: null });
    const authorization = `Bearer ${answer.api_key_secret}`;
    const listing = { id: 1, method: 'tools/list' };
    expect((await send(listing, { authorization })).status).toBe(200);
    await run('deleteApiKey', { api_key_id: answer._id });
    const params = { name: 'listBots', arguments: {} };
    for (const message of [listing, { id: 2, method: 'tools/call', params }]) {
      const { status, body } = await send(message, { authorization });
      expect([status, body.error]).toEqual([401, expect.stringContaining('Sign in')]);
    }
  });

  it('reaches no data of another organisation, by its key or by an id', async () => {
    const [kind, ownTenant, ...rest] = product.api_key.split('_');
    const otherTenant = newTenant().slice('org_'.length);
    expect(ownTenant).toHaveLength(otherTenant.length);
    const authorization = `Bearer ${[kind, otherTenant, ...rest].join('_')}`;
    expect((await send({ id: 1, method: 'tools/list' }, { authorization })).status).toBe(401);
    const foreign = { bot_id: product.sample.bot_id, tenant_id: newTenant() };
    expect(await run('getBot', foreign)).toMatchObject({ isError: true });
  });

  it('receives 413 for a message that is too large', async () => {
    const params = { name: 'createBot', arguments: { name: 'x'.repeat(1_100_000) } };
    const { status, body } = await send({ id: 1, method: 'tools/call', params });
    expect([status, body]).toEqual([413, { error: 'The body is larger than 1 MiB.' }]);
  });

  it('is refused from another origin, and with other HTTP methods', async () => {
    const ping = { id: 1, method: 'ping' };
    expect((await send(ping, { origin: 'https://evil.example' })).status).toBe(403);
    const authorization = product.api_key;
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization };
      expect((await fetch(`${product.url}/api/mcp`, { method, headers })).status).toBe(405);
    }
  });
});
