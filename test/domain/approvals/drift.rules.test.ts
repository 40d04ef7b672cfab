import { driftOf, fingerprint } from '#lib/domain/approvals/drift.rules.ts';

type Thing = { id: string; name?: string; [field: string]: unknown };

const frozen = (things: Thing[]) =>
  things.map((one) => ({
    id: one.id,
    ...(one.name && { name: one.name }),
    fingerprint: fingerprint(one),
  }));

const a = { id: 'a', name: 'Web', open: [22, 80], tags: { env: 'dev', owner: null } };
const b = { id: 'b', size: 3 };
const c = { id: 'c', name: 'Db' };

describe('the fingerprint of a resource', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['the same', a, { ...a }, true],
    [
      'in another order',
      a,
      { tags: { owner: null, env: 'dev' }, open: [22, 80], name: 'Web', id: 'a' },
      true,
    ],
    ['a field more', b, { ...b, state: 'on' }, false],
    ['a field less', a, { id: 'a', name: 'Web' }, false],
    ['another value', b, { ...b, size: 4 }, false],
    ['a number as text', b, { ...b, size: '3' }, false],
    ['a list in another order', a, { ...a, open: [80, 22] }, false],
    ['a change deep inside', a, { ...a, tags: { env: 'prod', owner: null } }, false],
    ['nothing for null', a, { ...a, tags: { env: 'dev' } }, false],
    ['a field that is undefined', b, { ...b, state: undefined }, true],
    ['1 and 1.0', { id: 'x', n: 1 }, JSON.parse('{"id":"x","n":1.0}'), true],
    ['an own __proto__', { id: 'x' }, JSON.parse('{"id":"x","__proto__":{"a":1}}'), false],
  ])('%s', (_name, one, other, verdict) => {
    expect(fingerprint(one) === fingerprint(other)).toBe(verdict);
    expect(fingerprint(one)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('what of an approved set is still as it was', () => {
  const told = (approved: string[], fresh: unknown[]): string => {
    const { resources, drifted } = driftOf(frozen([a, b, c]), approved, fresh);
    const left = drifted.map(({ id, why }) => `${id} ${why}`);
    return [resources.map(({ id }) => id).join(' '), ...left].join('; ');
  };
  const all = ['a', 'b', 'c'];

  it.each<[string, string[], unknown[], string]>([
    ['all of it', all, [a, b, c], 'a b c'],
    ['in another order', all, [c, a, b], 'a b c'],
    ['one has changed', all, [a, { ...b, size: 4 }, c], 'a c; b changed'],
    ['one is gone', all, [a, c], 'a c; b gone'],
    ['all are gone', all, [], '; a gone; b gone; c gone'],
    ['what is new was not approved', all, [a, b, c, { id: 'd' }], 'a b c'],
    ['what was not approved is left out', ['a'], [a, b, c], 'a'],
    ['and does not drift', ['a'], [a, { ...b, size: 4 }], 'a'],
    ['nothing was approved', [], [a, b, c], ''],
    ['an id that stands for two', all, [a, b, b, c], 'a c; b changed'],
    ['an id that stands for two others', all, [a, b, { id: 'b' }, c], 'a c; b changed'],
    ['another with its id', all, [a, { id: 'b' }, c], 'a c; b changed'],
    ['a set without ids', all, [{ name: 'Web' }, 'a', null, 5], '; a gone; b gone; c gone'],
    ['an id of another type', ['a'], [{ ...a, id: 1 }], '; a gone'],
    ['an id in another case', ['a'], [{ ...a, id: 'A' }], '; a gone'],
    ['an approved id that was never asked about', ['z', 'a'], [a], 'a'],
  ])('%s', (_name, approved, fresh, outcome) => {
    expect(told(approved, fresh)).toBe(outcome);
  });

  it('names what drifted, where it has a name', () => {
    const { drifted } = driftOf(frozen([a, b]), ['a', 'b'], []);
    expect(drifted).toEqual([
      { id: 'a', name: 'Web', why: 'gone' },
      { id: 'b', why: 'gone' },
    ]);
  });

  it('yields what was read again, whole', () => {
    const fresh = [{ ...a }, { ...b }];
    expect(driftOf(frozen([a, b]), ['b', 'a'], fresh).resources).toEqual(fresh);
  });

  it('is nothing where no fingerprint was kept', () => {
    const unknown = [{ id: 'a', fingerprint: '' }];
    expect(driftOf(unknown, ['a'], [a])).toEqual({
      resources: [],
      drifted: [{ id: 'a', why: 'changed' }],
    });
  });
});
