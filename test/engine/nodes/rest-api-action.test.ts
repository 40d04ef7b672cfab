import { callOf } from '#lib/domain/actions/action-call.rules.ts';
import type { ActionOf, Parameter } from '#lib/domain/actions/definition.schema.ts';
import { actionOf, readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { integrationTypeOf } from '#lib/domain/integrations/catalogue.ts';
import { tokenMemory } from '#lib/engine/integrations/tokens.ts';
import { dialer } from '#lib/engine/outgoing/dial.ts';
import { nodeRules } from '#lib/engine/nodes/kinds.ts';
import type { Done, Failed } from '#lib/engine/nodes/node.ts';
import { noPython } from '#test/support/no-python.ts';
import { noQueries } from '#test/support/no-queries.ts';
import { noAws } from '#test/support/no-aws.ts';
import { fetched } from '../integrations/expected-calls.ts';
import { type Meant, type StandIn, standIn } from '../integrations/loopback.ts';
import { openedOf, sampleValues } from '../integrations/samples.ts';
import { closePeers, type Reply } from '../outgoing/peer.ts';
import { nodeWorld, now } from './attempt.ts';

let stand: StandIn;
let answer: Reply;

const isTokenCall = ({ body }: Meant): boolean => body.includes('grant_type=');
const token = { status: 201, body: JSON.stringify({ access_token: fetched }) };
const json = { 'content-type': 'application/json' };

beforeEach(async () => {
  answer = { status: 200, headers: json, body: '{"ok":true}' };
  stand = await standIn((seen) => (isTokenCall(seen) ? token : answer));
});
afterEach(closePeers);

const id = `int_${'0'.repeat(32)}`;

/** One attempt at an action, with an integration of its type whose host is stood in for. */
const run = async (
  { _id: action, integration_type }: ActionOf<'rest'>,
  parameters: Record<string, unknown>,
  of = integration_type,
): Promise<Done | Failed | undefined> => {
  const type = integrationTypeOf(of);
  if (!type) throw new Error(`The catalogue has no ${of}.`);
  const settings = { action, parameters, integration: { type: of, id }, timeout_seconds: 30 };
  return nodeRules.rest_api_action.perform?.({
    node: { id: 'n', type: 'rest_api_action', name: 'n', position: { x: 0, y: 0 }, settings: {} },
    settings,
    now,
    key: 'exc_1:n:0',
    tenant_id: 'org_1',
    deps: {
      outgoing: stand.outgoing,
      dial: dialer({ allow: [] }),
      integration: async () => openedOf(type, sampleValues(type)),
      tokens: tokenMemory(),
      aws: noAws,
      clock: () => now,
      mail: { send: async () => undefined },
      python: noPython,
      queries: noQueries,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
  });
};

const sample = ({ type, name, options }: Parameter): unknown => {
  if (options) return options[0];
  if (type === 'number') return 7;
  return type === 'list' ? [`${name}-1`, `${name}-2`] : `some-${name}`;
};

const samples = ({ parameters_definition: all }: ActionOf<'rest'>) =>
  Object.fromEntries(all.map((one) => [one.name, sample(one)]));

const known = (action: string): ActionOf<'rest'> => {
  const found = actionOf(action);
  if (found?.executable_type !== 'rest') throw new Error(`There is no action ${action}.`);
  return found;
};

const last = (): Meant => {
  const seen = stand.meant.at(-1);
  if (!seen) throw new Error('Nothing was called.');
  return seen;
};

const byId = readyMadeActions
  .filter((one): one is ActionOf<'rest'> => one.executable_type === 'rest')
  .map((one) => [one._id, one] as const);

/** Texts that would be more than a value, if they were pasted into a path, a query or JSON. */
const attacks = ['../../admin?x=1#y', '%2e%2e/%2F', '","admin":true,"x":"', 'a&b=c\r\nx: y', '{user}'];

describe.each(byId)('%s', (_, action) => {
  it('makes its call with all of its values, each in its place', async () => {
    const outcome = await run(action, samples(action));
    expect(outcome).toMatchObject({ type: 'done', output: { status: 200 } });
    const { method, address, body, headers } = last();
    expect(method).toBe(action.call.method);
    const sent = decodeURIComponent(address) + decodeURIComponent(body.replaceAll('+', ' '));
    for (const value of Object.values(samples(action)).flat()) {
      expect(sent + JSON.stringify(headers)).toContain(String(value));
    }
    expect(sent).not.toMatch(/[{](?!")[a-z_]+[}]/);
  });

  it.each(attacks)('keeps the value %j inside of its place', (attack) => {
    const texts = action.parameters_definition.filter(
      ({ type, options }) => !options && type !== 'number',
    );
    const given = Object.fromEntries(texts.map(({ name }) => [name, attack]));
    const usual = callOf(action, samples(action));
    const attacked = callOf(action, { ...samples(action), ...given });
    if (typeof usual === 'string') throw new Error(usual);
    if (typeof attacked === 'string') {
      expect(attacked).toMatch(/header from|^A value that is part/);
      return;
    }
    const url = (path: string) => new URL(`https://host.example${path}`);
    const parts = (path: string) => url(path).pathname.split('/').length;
    expect(parts(attacked.path)).toBe(parts(usual.path));
    expect([...url(attacked.path).searchParams.keys()]).toEqual([
      ...url(usual.path).searchParams.keys(),
    ]);
    expect(shapeOf(attacked.body, action)).toEqual(shapeOf(usual.body, action));
  });
});

/** The names in a body, in order, whatever their values are. */
const shapeOf = (body: string | undefined, { call }: ActionOf<'rest'>): unknown => {
  if (body === undefined) return undefined;
  if (call.form) return [...new URLSearchParams(body).keys()];
  const names: string[] = [];
  JSON.parse(body, (name, value: unknown) => {
    if (!/^\d+$/.test(name)) names.push(name);
    return value;
  });
  return names;
};

describe('an action', () => {
  const block = known('cloudflare.block_address');

  it('is called as its service documents it', async () => {
    await run(block, { zone: 'z1', address: '192.0.2.1', notes: '' });
    const { method, address, body } = last();
    const path = 'client/v4/zones/z1/firewall/access_rules/rules';
    expect([method, address]).toEqual(['POST', `https://api.cloudflare.com/${path}`]);
    const configuration = { target: 'ip', value: '192.0.2.1' };
    expect(JSON.parse(body)).toEqual({ mode: 'block', configuration });
  });

  it('yields the part of the answer that counts', async () => {
    answer = { status: 200, headers: json, body: '{"result":{"id":"r1"},"success":true}' };
    const outcome = await run(block, { zone: 'z1', address: '192.0.2.1' });
    expect(outcome).toMatchObject({ type: 'done', output: { result: { id: 'r1' } } });
  });

  it('fails where its service refuses with a good status, and says why', async () => {
    answer = { status: 200, headers: json, body: '{"ok":false,"error":"channel_not_found"}' };
    const outcome = await run(known('slack.post_message'), { channel: 'C1', message: 'Hi' });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: '"Post a Slack message" was refused: channel_not_found.',
    });
  });

  it('fails where its service says so, with what it said', async () => {
    answer = { status: 403, headers: json, body: '{"why":"no"}' };
    expect(await run(block, { zone: 'z', address: 'a' })).toMatchObject({
      type: 'failed',
      output: { status: 403, result: { why: 'no' } },
    });
  });

  it('is not sent with an integration of another type', async () => {
    const outcome = await run(block, { zone: 'z', address: 'a' }, 'github');
    expect(outcome).toMatchObject({
      type: 'failed',
      error:
        '"Block an address at Cloudflare" is for another type of integrations than "Ours".',
    });
    expect(stand.meant).toEqual([]);
  });

  it.each([
    [{ zone: 'z' }, 'IP address is missing.'],
    [{ zone: '..', address: 'a' }, 'A value that is part of the address is "." or "..".'],
    [{ zone: { a: 1 }, address: 'a' }, 'Zone is not a text.'],
  ])('is not sent with %j', async (given, why) => {
    const error = `"Block an address at Cloudflare" cannot run: ${why}`;
    expect(await run(block, given)).toMatchObject({ type: 'failed', error, retry: 'no' });
    expect(stand.meant).toEqual([]);
  });

  it('takes numbers and lists as texts too, and only values that it knows', () => {
    const issue = { owner: 'o', repository: 'r', title: 't', body: 'b' };
    const call = callOf(known('github.create_issue'), { ...issue, labels: 'a, b' });
    expect(call).toMatchObject({ body: expect.stringContaining('"labels":["a","b"]') });
    const close = known('github.close_issue');
    expect(callOf(close, { ...issue, issue: '12' })).toMatchObject({ path: '/repos/o/r/issues/12' });
    expect(callOf(close, { ...issue, issue: 'twelve' })).toBe('Issue is not a number.');
    for (const large of ['1e999', '9007199254740993', JSON.parse('9007199254740993')]) {
      const refusal = 'Issue is too large a number to be kept exactly.';
      expect(callOf(close, { ...issue, issue: large })).toBe(refusal);
    }
    const from = { from: 'a@example.com', service: 's', title: 't', details: 'd' };
    const trigger = known('pagerduty.trigger_incident');
    expect(callOf(trigger, { ...from, urgency: 'huge' })).toBe('Urgency is none of high, low.');
  });

  it('says in a dry run what it would do, and reads all the same', () => {
    const begin = (action: string, parameters: object) =>
      nodeWorld().begin('rest_api_action', {
        action,
        parameters,
        integration: { type: action.split('.')[0], id },
      });
    expect(begin('okta.suspend_user', { user: 'ada' })).toMatchObject({
      pretend: { would: 'run "Suspend an Okta user": POST /api/v1/users/ada/lifecycle/suspend' },
    });
    expect(begin('okta.get_user', { user: 'ada' })).not.toHaveProperty('pretend');
    expect(begin('okta.nothing', {})).toMatchObject({ type: 'failed', retry: 'no' });
  });
});
