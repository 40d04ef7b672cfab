import { randomBytes } from 'node:crypto';
import { pack, unpack } from '#lib/kernel/packed.ts';
import { Refusal } from '#lib/kernel/refusal.ts';

describe('a packed value', () => {
  it.each([
    [null],
    [0],
    [''],
    [[]],
    [{ a: { b: [1, 2 ** 60, 1e-300, true, '\ud800', '\u0000'] } }],
    [JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)],
    [JSON.parse('{"":1,"constructor":2}')],
  ])('is unpacked unchanged: %j', (value) => {
    expect(unpack(pack(value))).toEqual(value);
  });

  it('is small for a large regular value', () => {
    const value = Array.from({ length: 5000 }, (_, n) => ({ id: `node-${n}`, type: 'note', x: n }));
    expect(pack(value).byteLength).toBeLessThan(60_000);
  });

  it('is refused when it is too large for an item', () => {
    const smallText = randomBytes(240 * 1024).toString('base64');
    expect(() => pack(smallText)).not.toThrow();
    const tooMuch = randomBytes(400 * 1024).toString('base64');
    expect(() => pack(tooMuch)).toThrow(Refusal);
  });
});
