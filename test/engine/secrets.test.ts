import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { integrationStore } from '#lib/domain/integrations/integration.store.ts';
import { sealValues } from '#lib/domain/integrations/sealed-values.service.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { nodePolicy } from '#lib/domain/bots/nodes/policy.schema.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { openHttpTarget } from './http-target.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase('disk');
const target = openHttpTarget();
const canary = 'canary-9b2e-secret';
let integrationCount = 0;

/** Stores an integration of this or another organisation; returns how nodes refer to it. */
const storeIntegration = async (cspName: string, entered: Record<string, string>, org = tenant) => {
  const secrets = openSecrets({ path: join(database.folder, 'key'), create: true });
  const type = integrationTypeOf(cspName);
  if (!type) throw new Error(`The catalogue has no ${cspName}.`);
  const sealedValues = await sealValues({ secrets }, org, type, { entered });
  const _id = timedId('int', (integrationCount += 1));
  await integrationStore(database.db, org).create({
    _id,
    cspName,
    alias: `Key ${integrationCount}`,
    groups: [],
    ...sealedValues,
    integrationState: 'INACTIVE',
    revision: 1,
    userId: 'root@example.com',
    createdAt: '2026-09-01T12:00:00.000Z',
    updatedAt: '2026-09-01T12:00:00.000Z',
  });
  return { type: cspName, id: _id };
};

const storeTokenApi = (org?: string) =>
  storeIntegration(
    'rest_api',
    { api_url: target.url(''), auth_type: 'bearer', token: canary },
    org,
  );

const storeChat = (cspName: string, path = 'hook', org?: string) =>
  storeIntegration(
    cspName,
    { ...(cspName === 'slack' && { auth_type: 'webhook' }), webhook_url: target.url(path) },
    org,
  );

/** Every file on disk that contains a text. */
const filesWith = (text: string): string[] =>
  readdirSync(database.folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

const run = async (drawing: string, settings: Record<string, Record<string, unknown>>) => {
  const world = engineWorld(database, [target.pair()]);
  const id = await world.start(draw(drawing, settings), { owner: 'anna@example.com' });
  return { world, ...(await world.drive(id)) };
};

describe('a bot with integrations', () => {
  it('sends secrets and leaves none on disk, in frames, logs or mails', async () => {
    target.answer = ({ headers, path }) => ({
      status: path === '/no' ? 403 : 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ headers, filler: 'x'.repeat(path === '/big' ? 100_000 : 0) }),
    });
    const integration = await storeTokenApi();
    const hook = await storeChat('slack', `hook/${canary}`);
    const signed = { url: target.url('signed'), signing_secret: canary };
    const receiver = await storeIntegration('webhook', signed);
    const chat = { channel: 'slack', integration: hook, message: '{% $nodes.small.body %}' };
    const { results, world, state } = await run(
      `start -> small:http_request -> big:http_request -> tell:notification -> sign:notification
         -> mail:notification -> no:http_request -> end`.replace(/\n\s+/, ' '),
      {
        small: { url: '/small', integration },
        big: { url: target.url('big'), integration },
        tell: chat,
        sign: {
          channel: 'webhook',
          integration: receiver,
          message: 'x',
          data: '{% $nodes.small %}',
        },
        mail: { to: ['{% $event.owner %}'], subject: 'S', message: '{% $nodes.small %}' },
        no: { url: target.url('no'), integration },
      },
    );
    const ended = Object.entries(results).map(([id, { status }]) => `${id} ${status}`);
    expect(ended.sort()).toEqual([
      'big SUCCEEDED',
      'mail SUCCEEDED',
      'no FAILED',
      'sign SUCCEEDED',
      'small SUCCEEDED',
      'start SUCCEEDED',
      'tell SUCCEEDED',
    ]);
    expect(state).toBe('FAILED');
    expect(
      target.seen.filter(({ headers }) => headers.authorization === `Bearer ${canary}`),
    ).toHaveLength(3);
    expect(target.seen.some(({ path }) => path === `/hook/${canary}`)).toBe(true);
    expect(results.big?.output_ref).toBeDefined();
    expect(world.messages.mails).toHaveLength(1);
    expect(JSON.stringify([results, world.messages, world.logged])).not.toContain('canary');
    expect(filesWith('canary')).toEqual([]);
    expect(filesWith('small')).not.toEqual([]);
  });

  it('cannot use integrations of another organisation', async () => {
    const foreignApi = await storeTokenApi('org_theirs');
    const hook = await storeChat('slack', 'hook', 'org_theirs');
    for (const [kind, settings] of [
      ['http_request', { url: target.url('x'), integration: foreignApi }],
      ['notification', { channel: 'slack', message: 'x', integration: hook }],
    ] as const) {
      const { results } = await run(`start -> n:${kind} -> end`, { n: settings });
      expect(results.n?.error).toBe(
        'The integration of this node does not exist, or it was deleted. Choose one.',
      );
    }
    expect(target.seen).toEqual([]);
  });
});

describe('a large response', () => {
  it('is stored in a file at 900 KB and read completely by the next node', async () => {
    const text = 'é'.repeat(450_000);
    target.answer = () => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    const { results, state } = await run(
      'start -> big:http_request -> count:condition -yes-> end',
      {
        big: { url: target.url('big') },
        count: { expression: '{% $length($nodes.big.body.text) = 450000 %}' },
      },
    );
    expect(state).toBe('SUCCEEDED');
    expect(results.big?.output).toBeUndefined();
    expect(results.big?.output_ref).toMatch(/\/big\.json$/);
    expect(results.big?.output_bytes).toBeGreaterThan(900_000);
    expect(JSON.stringify(results).length).toBeLessThan(2000);
  });

  it('stays text when its JSON is nested too deeply', async () => {
    const body = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    target.answer = () => ({ headers: { 'content-type': 'application/json' }, body });
    const integration = await storeTokenApi();
    const { results, state } = await run('start -> deep:http_request -> end', {
      deep: { url: target.url('deep'), integration },
    });
    expect([state, results.deep?.status]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  });
});

describe('a response that is no JSON although its header says so', () => {
  it.each(['{"ratio": -Infinity}', '[-]', '-', '{"id": 12345678901234567890.}'])(
    'stays text: %s',
    async (body) => {
      target.answer = () => ({ headers: { 'content-type': 'application/json' }, body });
      const { results, state } = await run('start -> odd:http_request -> end', {
        odd: { url: target.url('odd') },
      });
      expect(state).toBe('SUCCEEDED');
      expect(results.odd?.output).toMatchObject({ status: 200, body });
    },
  );
});

describe('a retry policy', () => {
  const attempts = async (status: number, headers: Record<string, string> = {}) => {
    target.seen = [];
    target.answer = () => ({ status, headers });
    const world = engineWorld(database, [target.pair()]);
    const graph = draw('start -> n:http_request -> end', { n: { url: target.url('n') } });
    const nodes = graph.nodes.map((node) =>
      node.id === 'n'
        ? { ...node, policy: nodePolicy.parse({ retries: 2, retry_seconds: 1 }) }
        : node,
    );
    await world.drive(await world.start({ ...graph, nodes }));
    return target.seen.length;
  };

  it('retries temporary errors only', async () => {
    expect(await attempts(503)).toBe(3);
    expect(await attempts(429, { 'retry-after': '60' })).toBe(3);
    expect(await attempts(404)).toBe(1);
    expect(await attempts(403)).toBe(1);
  });
});

describe('a dry run', () => {
  it('makes only reading calls', async () => {
    const hook = await storeChat('google_chat');
    const world = engineWorld(database, [target.pair()]);
    const graph = draw(
      'start -> read:http_request -> fix:http_request -> tell:notification -> end',
      {
        read: { url: target.url('read') },
        fix: { url: target.url('fix?key=hidden'), method: 'POST' },
        tell: { channel: 'google_chat', integration: hook, message: 'x' },
      },
    );
    const id = await world.start(graph, {}, undefined, { dry_run: true });
    const { results, state } = await world.drive(id);
    expect(state).toBe('SUCCEEDED');
    expect(target.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /read']);
    const outputs = ['fix', 'tell'].map((node) => results[node]?.output);
    expect(outputs).toEqual([
      { dry_run: true, would: `call POST ${target.url('fix')}` },
      { dry_run: true, would: 'send a message to Google Chat' },
    ]);
  });
});
