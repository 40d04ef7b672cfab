import { endOfRefused, endOfServed, entryOf } from '#lib/domain/audit/trail.rules.ts';
import { forbidden, notFound, Refusal } from '#lib/kernel/refusal.ts';
import { person } from '#test/support/people.ts';
import { routeOf } from '../../lambdas/gateway.ts';
import { noon } from '../scene.ts';

const caller = person('org_1');
const key = 'updateListener';
const route = routeOf(key);
const entryFor = (listener_id: string) =>
  entryOf({ key, route, caller, variables: { listener_id } }, noon);

describe('the address in an audit record', () => {
  it.each([
    ['lst_1', '/api/listeners/lst_1', 'lst_1'],
    ['ada@example.com', '/api/listeners/ada@example.com', 'ada@example.com'],
    ['a/b?c=d#e', '/api/listeners/a%2Fb%3Fc%3Dd%23e', 'a/b?c=d#e'],
    ['one\u0000\r\ntwo\u202e', '/api/listeners/one%00%0D%0Atwo%E2%80%AE', 'onetwo'],
    ['\ud800', '/api/listeners/%EF%BF%BD', undefined],
  ])('of %j is encoded without hidden characters', (listenerId, url, object_id) => {
    expect(entryFor(listenerId)).toMatchObject({ url });
    expect(entryFor(listenerId).object_id).toBe(object_id);
  });

  it('has a maximum length', () => {
    const { url, object_id = '' } = entryFor('\u{10ffff}'.repeat(5000));
    expect([url.length, object_id.length <= 300]).toEqual([1000, true]);
    expect(entryFor('x'.repeat(5000)).object_id).toHaveLength(300);
  });
});

describe('the object of a call that creates something', () => {
  const creating = { key: 'createListener', route: routeOf('createListener'), caller };
  const entry = entryOf({ ...creating, variables: {} }, noon);

  it.each([
    [{ _id: 'lst_1' }, 'lst_1'],
    [{ _id: 7 }, undefined],
    [{ id: 'x' }, undefined],
    [undefined, undefined],
    [null, undefined],
  ])('with the answer %j is %s', (output, object_id) => {
    const served = { route: creating.route, input: {}, status: 201, output };
    expect(endOfServed(entry, served).object_id).toBe(object_id);
  });

  it('is taken from the path if the path names an object', () => {
    const served = { route, input: {}, status: 200, output: { _id: 'lst_2' } };
    expect(endOfServed(entryFor('lst_1'), served)).toEqual({
      outcome: 'done',
      status: 200,
    });
  });
});

describe('the object name in an audit record', () => {
  type Shown = Record<string, unknown>;
  const nameOf = (objects: { before?: Shown; after?: Shown }, of = route) =>
    endOfServed(entryFor('lst_1'), { route: of, input: {}, status: 200, output: {}, ...objects })
      .object_name;

  it.each([
    ['a created or changed object', { after: { name: 'New' }, before: { name: 'Old' } }, 'New'],
    ['a deleted object', { before: { alias: 'Host manager' } }, 'Host manager'],
    ['a rule', { after: { title: 'Buckets are private' } }, 'Buckets are private'],
    ['an object without a name', { after: { enabled: true } }, undefined],
    ['an object with hidden characters', { after: { name: 'Bot\u202e\n1' } }, 'Bot1'],
  ])('is correct for %s', (_, objects, name) => {
    expect(nameOf(objects)).toBe(name);
  });

  it('is not stored for calls whose route records no changes', () => {
    expect(nameOf({ after: { name: 'Seen' } }, routeOf('testAction'))).toBeUndefined();
  });
});

describe('the evidence of a decision', () => {
  const resolving = routeOf('resolveApproval');
  type Verdict = 'resolved' | 'rejected';
  const keptOf = (verdict: Verdict, decided_ids: string[], resource_count: number) => {
    const output = {
      resolutions: [{ user_approval_status: verdict }],
      decided_ids,
      resource_count,
    };
    const served = { route: resolving, input: { message: 'Seen' }, status: 200, output };
    return endOfServed(entryFor('apr_1'), served).evidence;
  };

  it('contains the verdict, the resources and the message', () => {
    expect(keptOf('resolved', ['web-1', 'web-2'], 3)).toEqual({
      Decision: 'Approved 2 of 3',
      Resources: 'web-1, web-2',
      Message: 'Seen',
    });
    expect(keptOf('rejected', ['web-1', 'web-2'], 2)).toEqual({
      Decision: 'Rejected',
      Resources: 'web-1, web-2',
      Message: 'Seen',
    });
    expect(keptOf('resolved', [], 0)).toEqual({ Decision: 'Approved', Message: 'Seen' });
  });

  it('has a maximum length in whole ids and shows the number of omitted ids', () => {
    const many = Array.from({ length: 1000 }, (_, n) => `resource-${n}`);
    const { Decision, Resources = '' } = keptOf('resolved', many, 1000) ?? {};
    expect(Decision).toBe('Approved 1000 of 1000');
    expect(Resources.length).toBeLessThanOrEqual(4000);
    const [, last = '', omittedCount] = /, resource-(\d+), and (\d+) more$/.exec(Resources) ?? [];
    expect(Number(last) + 1 + Number(omittedCount)).toBe(1000);
  });

  it('is not stored for calls whose route names no evidence', () => {
    const served = { route, input: { name: 'x' }, status: 200, output: {} };
    expect(endOfServed(entryFor('lst_1'), served)).not.toHaveProperty('evidence');
  });
});

describe('the reason of a refused call', () => {
  const reasonFor = (refusal: Refusal, input?: object) =>
    endOfRefused(refusal, route, input).reason;

  it('is the sentence of the refusal', () => {
    expect(reasonFor(notFound('bot'))).toBe('This bot does not exist, or it was deleted.');
  });

  it('hides values that were sent, but keeps values of the path', () => {
    const refusal = forbidden('"hunter2" of lst_1 is not yours: hunter2-3, or was deleted.');
    const input = { listener_id: 'lst_1', graph: { nodes: [{ name: 'hunter2' }, 'hunter2-3'] } };
    expect(reasonFor(refusal, input)).toBe('"…" of lst_1 is not yours: …, or was deleted.');
  });

  it('has a maximum length', () => {
    expect(reasonFor(new Refusal(409, 'x'.repeat(5000)))).toHaveLength(500);
  });
});
