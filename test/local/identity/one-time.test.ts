import { openOneTime } from '#lib/local/identity/one-time.ts';

const open = () => {
  let now = 0;
  const values = openOneTime<string>(1000, () => now);
  return { values, at: (ms: number) => (now = ms) };
};

describe('a one-time value', () => {
  it('can be read often and taken once', () => {
    const { values } = open();
    values.put('key', 'value');
    expect([values.peek('key'), values.take('key')]).toEqual(['value', 'value']);
    expect([values.peek('key'), values.take('key')]).toEqual([undefined, undefined]);
  });

  it('expires at the end of its lifetime', () => {
    const { values, at } = open();
    values.put('key', 'value');
    at(999);
    expect(values.peek('key')).toBe('value');
    at(1000);
    expect(values.take('key')).toBeUndefined();
  });

  it('is dropped when ten thousand newer values exist', () => {
    const { values } = open();
    for (let n = 0; n <= 10_000; n++) values.put(`key ${n}`, 'value');
    expect(values.peek('key 0')).toBeUndefined();
    expect([values.peek('key 1'), values.peek('key 10000')]).toEqual(['value', 'value']);
  });

  it('starts a new lifetime when it is stored again', () => {
    const { values, at } = open();
    values.put('key', 'old');
    at(999);
    values.put('key', 'new');
    at(1998);
    expect(values.take('key')).toBe('new');
  });
});
