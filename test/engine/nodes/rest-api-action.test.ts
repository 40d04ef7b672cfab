import { restCallOf } from '#lib/domain/actions/action-call.rules.ts';
import type { ActionOf, Parameter } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction, readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import type { StandIn } from '../integrations/stand-in.ts';
import { closePeers, type Reply } from '../outgoing/peer.ts';
import { integrationId, openActionRunner } from './action-runner.ts';
import { nodeWorld } from './node-world.ts';

let stand: StandIn;
let run: ActionRunner['run'];
let last: ActionRunner['last'];
let answer: Reply;

type ActionRunner = Awaited<ReturnType<typeof openActionRunner>>;

const json = { 'content-type': 'application/json' };

beforeEach(async () => {
  answer = { status: 200, headers: json, body: '{"ok":true,"data":{"affected":1}}' };
  ({ stand, run, last } = await openActionRunner(() => answer));
});
afterEach(closePeers);

const sample = ({ type, name, options }: Parameter): unknown => {
  if (options) return options[0];
  if (type === 'number') return 7;
  return type === 'list' ? [`${name}-1`, `${name}-2`] : `some-${name}`;
};

const samples = ({ parameters_definition: all }: ActionOf<'rest'>) =>
  Object.fromEntries(all.map((one) => [one.name, sample(one)]));

const findRestAction = (action: string): ActionOf<'rest'> => {
  const found = findReadyMadeAction(action);
  if (found?.executable_type !== 'rest') throw new Error(`There is no action ${action}.`);
  return found;
};

const actionsById = readyMadeActions
  .filter((one): one is ActionOf<'rest'> => one.executable_type === 'rest')
  .map((one) => [one._id, one] as const);

/** Texts that would be more than a value if pasted into a path, a query or JSON. */
const attacks = [
  '../../admin?x=1#y',
  '%2e%2e/%2F',
  '","admin":true,"x":"',
  'a&b=c\r\nx: y',
  '{user}',
];

describe.each(actionsById)('%s', (_, action) => {
  it('sends a call with all parameter values and no placeholder', async () => {
    const outcome = await run(action, samples(action));
    expect(outcome).toMatchObject({ type: 'done', output: { status: 200 } });
    const { address, body, headers } = last();
    const sentText = decodeURIComponent(address) + decodeURIComponent(body.replaceAll('+', ' '));
    for (const value of Object.values(samples(action)).flat()) {
      expect(sentText + JSON.stringify(headers)).toContain(String(value));
    }
    expect(sentText).not.toMatch(/[{](?!")[a-z_]+[}]/);
  });

  it.each(attacks)('keeps its structure when a parameter has the value %j', (attack) => {
    const texts = action.parameters_definition.filter(
      ({ type, options }) => !options && type !== 'number',
    );
    const attackValues = Object.fromEntries(texts.map(({ name }) => [name, attack]));
    const harmlessCall = restCallOf(action, samples(action));
    const attackedCall = restCallOf(action, { ...samples(action), ...attackValues });
    if (typeof harmlessCall === 'string') throw new Error(harmlessCall);
    if (typeof attackedCall === 'string') {
      expect(attackedCall).toMatch(/header from|^A value that is part/);
      return;
    }
    const url = (path: string) => new URL(path, 'https://host.example');
    const partCount = (path: string) => url(path).pathname.split('/').length;
    expect(partCount(attackedCall.path)).toBe(partCount(harmlessCall.path));
    expect([...url(attackedCall.path).searchParams.keys()]).toEqual([
      ...url(harmlessCall.path).searchParams.keys(),
    ]);
    const all = [...Object.values(samples(action)), attack];
    const [shape, expectedShape] = [attackedCall, harmlessCall].map(({ body }) =>
      shapeOf(body, action, all),
    );
    expect(shape).toEqual(expectedShape);
  });
});

/** The names in a body, in order, without their values; a name may itself be a value. */
const shapeOf = (
  body: string | undefined,
  { call }: ActionOf<'rest'>,
  values: readonly unknown[],
): unknown => {
  if (body === undefined) return undefined;
  if (call.form) return [...new URLSearchParams(body).keys()];
  const names: string[] = [];
  JSON.parse(body, (name, value: unknown) => {
    if (!/^\d+$/.test(name)) names.push(values.includes(name) ? 'a value' : name);
    return value;
  });
  return names;
};

describe('a REST API action', () => {
  const block = findRestAction('cloudflare.block_address');

  it('fails with the reason when GraphQL returns an error with status 200', async () => {
    const reason = 'Resource not found';
    answer = { ...answer, body: JSON.stringify({ data: null, errors: [{ message: reason }] }) };
    expect(
      await run(findRestAction('wiz.set_status'), { issue: 'i-1', status: 'OPEN' }),
    ).toMatchObject({
      type: 'failed',
      error: `"Set the status of a Wiz issue" was refused: ${reason}.`,
    });
  });

  it('fails with the reason when its service refuses with status 200', async () => {
    answer = { status: 200, headers: json, body: '{"ok":false,"error":"channel_not_found"}' };
    const outcome = await run(findRestAction('slack.post_message'), {
      channel: 'C1',
      message: 'Hi',
    });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: '"Post a Slack message" was refused: channel_not_found.',
    });
  });

  it('fails when SentinelOne finds no endpoint with the given id', async () => {
    answer = { status: 200, headers: json, body: '{"data":{"affected":0}}' };
    expect(await run(findRestAction('sentinelone.disconnect'), { agent: '1' })).toMatchObject({
      type: 'failed',
      error:
        '"Disconnect a SentinelOne endpoint" was refused: ' +
        'no agent that this integration may reach has this id.',
      output: { result: { affected: 0 } },
    });
  });

  const page = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<p>Sign in</p>' };

  it('fails when its service returns a sign-in page with status 203', async () => {
    answer = { status: 203, ...page };
    expect(await run(block, { zone: 'z', address: 'a' })).toMatchObject({
      type: 'failed',
      error: expect.stringMatching(/answered with a page instead of data.*Test the integration\.$/),
      retry: 'no',
      output: { status: 203 },
    });
  });

  it.each([
    ['abuseipdb.check_address', 302, false],
    ['cloudflare.block_address', 302, true],
    ['cloudflare.block_address', 303, true],
    ['cloudflare.block_address', 307, false],
  ])('fails for %s when a %i leads to a sign-in page', async (id, status, mayBeDone) => {
    ({ run } = await openActionRunner(({ path }) =>
      path === '/login' ? { status: 200, ...page } : { status, headers: { location: '/login' } },
    ));
    const action = findRestAction(id);
    expect(await run(action, samples(action))).toMatchObject({
      type: 'failed',
      error: expect.stringContaining('answered with a page instead of data'),
      ...(mayBeDone && { mayBeDone }),
    });
  });

  it.each([
    [301, 'failed'],
    [302, 'failed'],
    // The answer is at another address, as in REST.
    [303, 'done'],
    // Sent again unchanged, as to a renamed repository.
    [307, 'done'],
    [308, 'done'],
  ])('handles a redirect with %i to other data as %s', async (status, type) => {
    ({ run } = await openActionRunner(({ path }) =>
      path === '/new' ? answer : { status, headers: { location: '/new' } },
    ));
    expect(await run(block, { zone: 'z', address: 'a' })).toMatchObject({ type });
  });

  it('fails on an error status and keeps the answer of the service', async () => {
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
      error: '"Block an address at Cloudflare" is for another type of integration than "Ours".',
    });
    expect(stand.meant).toEqual([]);
  });

  it.each([
    [{ zone: 'z' }, 'IP address is missing.'],
    [{ zone: '..', address: 'a' }, 'A value in the path must not be "." or "..".'],
    [{ zone: { a: 1 }, address: 'a' }, 'Zone is not text.'],
  ])('is not sent with the parameters %j', async (parameters, reason) => {
    const error = `"Block an address at Cloudflare" cannot run: ${reason}`;
    expect(await run(block, parameters)).toMatchObject({ type: 'failed', error, retry: 'no' });
    expect(stand.meant).toEqual([]);
  });

  it('accepts numbers and lists as text and refuses invalid values', () => {
    const issue = { owner: 'o', repository: 'r', title: 't', body: 'b' };
    const call = restCallOf(findRestAction('github.create_issue'), { ...issue, labels: 'a, b' });
    expect(call).toMatchObject({ body: expect.stringContaining('"labels":["a","b"]') });
    const close = findRestAction('github.close_issue');
    expect(restCallOf(close, { ...issue, issue: '12' })).toMatchObject({
      path: '/repos/o/r/issues/12',
    });
    expect(restCallOf(close, { ...issue, issue: 'twelve' })).toBe('Issue is not a number.');
    for (const large of ['1e999', '9007199254740993', JSON.parse('9007199254740993')]) {
      const refusal = 'Issue is too large a number to be kept exactly.';
      expect(restCallOf(close, { ...issue, issue: large })).toBe(refusal);
    }
    const from = { from: 'a@example.com', service: 's', title: 't', details: 'd' };
    const trigger = findRestAction('pagerduty.trigger_incident');
    expect(restCallOf(trigger, { ...from, urgency: 'huge' })).toBe(
      'Urgency must be one of high, low.',
    );
  });

  it('describes a change in a dry run and still performs an action that only reads', () => {
    const begin = (action: string, parameters: object) =>
      nodeWorld().begin('rest_api_action', {
        action,
        parameters,
        integration: { type: action.split('.')[0], id: integrationId },
      });
    expect(begin('okta.suspend_user', { user: 'ada' })).toMatchObject({
      pretend: { would: 'run "Suspend an Okta user": POST /api/v1/users/ada/lifecycle/suspend' },
    });
    expect(begin('okta.get_user', { user: 'ada' })).not.toHaveProperty('pretend');
    expect(begin('okta.nothing', {})).toMatchObject({ type: 'failed', retry: 'no' });
  });
});
