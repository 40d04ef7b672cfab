import { deliveryIdOf, isJsonCall, missingFields } from '#lib/domain/listeners/listener.rules.ts';
import { callOf } from './sender.ts';

describe('the required fields of a payload', () => {
  it.each([
    ['{"a":1}', ['a'], []],
    ['{"a":null,"b":0,"c":false,"d":""}', ['a', 'b', 'c', 'd'], []],
    ['{"a":1}', ['a', 'b'], ['b']],
    ['{}', ['a', 'b'], ['a', 'b']],
    ['{}', [], []],
    ['{"A":1}', ['a'], ['a']],
    ['{"a ":1}', ['a'], ['a']],
    ['{"x":{"a":1}}', ['a'], ['a']],
    ['{"x":{"a":1}}', ['x.a'], ['x.a']],
    ['{"x.a":1}', ['x.a'], []],
    ['{}', ['toString', '__proto__', 'constructor', 'hasOwnProperty'], 'all'],
    ['{"toString":1}', ['toString'], []],
    ['{"__proto__":{"a":1}}', ['a'], ['a']],
    ['{"__proto__":1}', ['__proto__'], []],
    ['{"\\u0061":1}', ['a'], []],
    ['{"0":1}', ['0'], []],
  ])('are checked in %s: required %j, missing %j', (text, fields, missing) => {
    expect(missingFields(fields, JSON.parse(text))).toEqual(missing === 'all' ? fields : missing);
  });
});

describe("the sender's id of a delivery", () => {
  const idOf = (headers: Record<string, string | string[]>, payload = {}, field?: string) =>
    deliveryIdOf(callOf('{}', headers), payload, field);

  it.each(['x-github-delivery', 'webhook-id', 'idempotency-key'])('is read from %s', async (name) => {
    expect(await idOf({ [name]: 'd-1' })).toBe('d-1');
    expect(await idOf({ [name]: ['d-1', 'd-1'] })).toBeUndefined();
    expect(await idOf({ [name]: '' })).toBeUndefined();
  });

  it('is read from the named field before any header', async () => {
    expect(await idOf({ 'webhook-id': 'h' }, { id: 'f' }, 'id')).toBe('f');
    expect(await idOf({}, { id: 42 }, 'id')).toBe('42');
    expect(await idOf({ 'webhook-id': 'h' }, { id: 'f' })).toBe('h');
  });

  it('keeps all digits of a number that is too large for JavaScript', async () => {
    const sent = (body: string) => deliveryIdOf(callOf(body), JSON.parse(body), 'id');
    expect(await sent('{"id":9007199254740992}')).toBe('9007199254740992');
    expect(await sent('{"id":9007199254740993}')).toBe('9007199254740993');
    expect(await sent('{"id":-123456789012345678901234567890}')).toBe('-123456789012345678901234567890');
    expect(await sent('{"id":1e300}')).toBeUndefined();
  });

  it.each([
    ['an absent field', {}],
    ['an empty text', { id: '' }],
    ['null', { id: null }],
    ['an object', { id: { a: 1 } }],
    ['a list', { id: ['f'] }],
    ['a boolean', { id: true }],
    ['a fraction', { id: 0.1 }],
    ['infinity', { id: Number.POSITIVE_INFINITY }],
  ])('is read from a header where the named field is %s', async (_name, payload) => {
    expect(await idOf({ 'webhook-id': 'h' }, payload, 'id')).toBe('h');
    expect(await idOf({}, payload, 'id')).toBeUndefined();
  });

  it('is never read from an inherited property', async () => {
    expect(await idOf({}, {}, 'toString')).toBeUndefined();
    expect(await idOf({}, {}, '__proto__')).toBeUndefined();
  });
});

describe('the content type of a body', () => {
  const isJson = (headers: Record<string, string | string[]>) => isJsonCall(callOf('{}', headers));

  it.each([
    [{}],
    [{ 'content-type': '' }],
    [{ 'content-type': 'application/json' }],
    [{ 'content-type': 'APPLICATION/JSON' }],
    [{ 'content-type': 'application/json; charset=utf-8' }],
    [{ 'content-type': 'application/json;charset="UTF-8"' }],
  ])('is JSON with %j', (headers) => {
    expect(isJson(headers)).toBe(true);
  });

  it.each([
    ['text/plain'],
    ['text/json'],
    ['text/html'],
    ['application/xml'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/octet-stream'],
    ['application/x-yaml'],
    ['application/jsonp'],
    ['application/json5'],
    ['application/ld+json'],
    ['application/json, text/html'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=latin1'],
    ['application/json; boundary=x'],
    ['application/json;'],
    ['application/json\n'.repeat(2)],
    ['json'],
    ['*/*'],
  ])('is not JSON with %j', (type) => {
    expect(isJson({ 'content-type': type })).toBe(false);
  });

  it('is not JSON where the header is repeated or the body is encoded', () => {
    expect(isJson({ 'content-type': ['application/json', 'application/json'] })).toBe(false);
    for (const coding of ['gzip', 'deflate', 'br', 'zstd', 'identity', 'chunked', '']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      expect(isJson(headers)).toBe(false);
    }
  });
});
