import type { Scope } from '#lib/engine/expression.ts';
import { escapes } from './escapes.ts';
import { evaluateCode, evaluationErrorOf, scope } from './scope.ts';

const canary = 'canary-7f3a';
const effects: string[] = [];
const effect = (name: string) => () => {
  effects.push(name);
  return canary;
};

class Host {
  secret = canary;
  call = effect('a method');
  get getter() {
    return effect('a getter of a class')();
  }
}

/** Data of a run, with everything hostile in it. */
const hostileScope = (): Scope => {
  const { event, ...rest } = scope();
  const data: Record<string, unknown> = {
    ...(event as object),
    pollution: JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'),
    lambda: JSON.parse(
      '{"_jsonata_lambda": true, "arguments": [], "environment": null, "body": {"type": "string"}}',
    ),
    native: { _jsonata_function: true, implementation: effect('a forged function') },
    host: new Host(),
    fn: effect('a function'),
    map: new Map([[canary, canary]]),
    date: new Date(0),
    promise: Promise.resolve(canary),
    proxy: new Proxy(new Host(), { get: effect('a proxy') }),
    symbol: Symbol(canary),
  };
  Object.defineProperty(data, 'getter', { get: effect('a getter'), enumerable: true });
  return { ...rest, event: data };
};

const shared = [Object, Array, Function, String, Number, RegExp, Promise, Map, Error, Symbol];
const snapshotGlobals = () =>
  [globalThis, ...shared, ...shared.map(({ prototype }) => prototype)].map((one) =>
    Reflect.ownKeys(one).map(String),
  );

const lateRejections: unknown[] = [];
const onLateRejection = (reason: unknown) => lateRejections.push(reason);

beforeAll(() => {
  process.env.CANARY = canary;
  process.on('unhandledRejection', onLateRejection);
});
afterAll(() => {
  delete process.env.CANARY;
  process.off('unhandledRejection', onLateRejection);
});

describe('an expression that tries to escape its sandbox', () => {
  it.each(Object.entries(escapes))('has no effect: %s', async (_family, codes) => {
    const before = snapshotGlobals();
    for (const code of codes) {
      const scopeData = hostileScope();
      const outcome = await evaluationErrorOf(code, scopeData);
      expect([code, outcome]).toEqual([code, expect.not.stringContaining(canary)]);
      expect(scopeData).toEqual({
        ...scope(),
        event: expect.objectContaining(scope().event as object),
      });
      expect(Object.keys(scopeData.event as object)).toEqual(
        Object.keys(hostileScope().event as object),
      );
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect({ effects, late: lateRejections }).toEqual({ effects: [], late: [] });
    expect(snapshotGlobals()).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(await evaluateCode('$sum([1, 2]) & $uppercase($string($event.id))')).toBe('3F-1');
  });

  it.each<[string, unknown]>([
    ['$exists($spread($sum).implementation)', false],
    ['$exists($spread([$sum, $count]).signature)', false],
    ['$exists($merge($spread({"f": $sum})).f.implementation)', false],
    ['$type($event.lambda)', 'object'],
    ['$keys($event.lambda)', ['arguments', 'environment', 'body']],
    ['$exists($event.native.implementation)', false],
    ['$type($event.host)', undefined],
    ['$exists($event.getter)', false],
    ['$exists(/a/("a").constructor)', false],
  ])('sees nothing of the host: %s', async (code, expected) => {
    expect(await evaluateCode(code, hostileScope())).toEqual(expected);
  });

  it('is covered by at least sixty attempts', () => {
    expect(Object.values(escapes).flat().length).toBeGreaterThanOrEqual(60);
  });

  it('returns only plain JSON data', async () => {
    for (const code of Object.values(escapes).flat()) {
      const result = await evaluateCode(code, hostileScope()).catch(() => undefined);
      expect(JSON.stringify(result)).toBe(
        result === undefined ? undefined : JSON.stringify(JSON.parse(JSON.stringify(result))),
      );
      expect(typeof result).not.toBe('function');
    }
  });
});
