import { driftOf, fingerprintOf } from '#lib/domain/approvals/drift.rules.ts';

type TestResource = { id: string; name?: string; [field: string]: unknown };

const fingerprintsOf = (things: TestResource[]) =>
  things.map((one) => ({
    id: one.id,
    ...(one.name && { name: one.name }),
    fingerprint: fingerprintOf(one),
  }));

const a = { id: 'a', name: 'Web', open: [22, 80], tags: { env: 'dev', owner: null } };
const b = { id: 'b', size: 3 };
const c = { id: 'c', name: 'Db' };

describe('the fingerprint of a resource', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['is the same for an equal resource', a, { ...a }, true],
    [
      'is the same for fields in another order',
      a,
      { tags: { owner: null, env: 'dev' }, open: [22, 80], name: 'Web', id: 'a' },
      true,
    ],
    ['differs for an added field', b, { ...b, state: 'on' }, false],
    ['differs for a removed field', a, { id: 'a', name: 'Web' }, false],
    ['differs for another value', b, { ...b, size: 4 }, false],
    ['differs for a number as text', b, { ...b, size: '3' }, false],
    ['differs for a list in another order', a, { ...a, open: [80, 22] }, false],
    ['differs for a nested change', a, { ...a, tags: { env: 'prod', owner: null } }, false],
    ['differs for a missing field instead of null', a, { ...a, tags: { env: 'dev' } }, false],
    ['is the same for an undefined field', b, { ...b, state: undefined }, true],
    ['is the same for 1 and 1.0', { id: 'x', n: 1 }, JSON.parse('{"id":"x","n":1.0}'), true],
    ['differs for __proto__', { id: 'x' }, JSON.parse('{"id":"x","__proto__":{"a":1}}'), false],
  ])('%s', (_name, one, other, verdict) => {
    expect(fingerprintOf(one) === fingerprintOf(other)).toBe(verdict);
    expect(fingerprintOf(one)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the drift of an approved set', () => {
  const driftText = (approved: string[], current: unknown[]): string => {
    const { resources, drifted } = driftOf(fingerprintsOf([a, b, c]), approved, current);
    const changes = drifted.map(({ id, why }) => `${id} ${why}`);
    return [resources.map(({ id }) => id).join(' '), ...changes].join('; ');
  };
  const all = ['a', 'b', 'c'];

  it.each<[string, string[], unknown[], string]>([
    ['nothing has changed', all, [a, b, c], 'a b c'],
    ['the order has changed', all, [c, a, b], 'a b c'],
    ['one resource has changed', all, [a, { ...b, size: 4 }, c], 'a c; b changed'],
    ['one resource is gone', all, [a, c], 'a c; b gone'],
    ['all resources are gone', all, [], '; a gone; b gone; c gone'],
    ['a new resource is left out', all, [a, b, c, { id: 'd' }], 'a b c'],
    ['resources without approval are left out', ['a'], [a, b, c], 'a'],
    ['a resource without approval does not drift', ['a'], [a, { ...b, size: 4 }], 'a'],
    ['nothing was approved', [], [a, b, c], ''],
    ['an id stands for two equal resources', all, [a, b, b, c], 'a c; b changed'],
    ['an id stands for two different resources', all, [a, b, { id: 'b' }, c], 'a c; b changed'],
    ['another resource has the id', all, [a, { id: 'b' }, c], 'a c; b changed'],
    ['a set without ids', all, [{ name: 'Web' }, 'a', null, 5], '; a gone; b gone; c gone'],
    ['an id of another type', ['a'], [{ ...a, id: 1 }], '; a gone'],
    ['an id in another case', ['a'], [{ ...a, id: 'A' }], '; a gone'],
    ['an approved id that was never asked about', ['z', 'a'], [a], 'a'],
  ])('%s', (_name, approved, current, outcome) => {
    expect(driftText(approved, current)).toBe(outcome);
  });

  it('includes the names of drifted resources that have a name', () => {
    const { drifted } = driftOf(fingerprintsOf([a, b]), ['a', 'b'], []);
    expect(drifted).toEqual([
      { id: 'a', name: 'Web', why: 'gone' },
      { id: 'b', why: 'gone' },
    ]);
  });

  it('returns the fresh resources in full', () => {
    const fresh = [{ ...a }, { ...b }];
    expect(driftOf(fingerprintsOf([a, b]), ['b', 'a'], fresh).resources).toEqual(fresh);
  });

  it('treats a resource without a stored fingerprint as changed', () => {
    const fingerprints = [{ id: 'a', fingerprint: '' }];
    expect(driftOf(fingerprints, ['a'], [a])).toEqual({
      resources: [],
      drifted: [{ id: 'a', why: 'changed' }],
    });
  });
});
