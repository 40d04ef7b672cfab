import { openSlots } from '#lib/local/python/slots.ts';

/** Work that ends when told to; `order` lists it in the order of starting. */
const openScene = (max: number, mostPerTenant: number) => {
  const slot = openSlots({ max, maxPerTenant: mostPerTenant });
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) => {
    const [tenant = ''] = name;
    return slot(tenant, () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  };
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { begin, end, order, settle, slot };
};

describe('slots for Python runs', () => {
  it('are given in order, up to their number', async () => {
    const { begin, end, order, settle } = openScene(2, 2);
    for (const name of ['a1', 'b1', 'c1', 'd1']) void begin(name);
    await settle();
    expect(order).toEqual(['a1', 'b1']);
    await end('b1');
    expect(order).toEqual(['a1', 'b1', 'c1']);
  });

  it('are limited for each tenant, whatever the order', async () => {
    const { begin, end, order, settle } = openScene(3, 2);
    for (const name of ['a1', 'a2', 'a3', 'b1']) void begin(name);
    await settle();
    expect(order).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(order).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('are released by work that fails', async () => {
    const { slot } = openScene(1, 1);
    const fail = () => slot('a', async () => Promise.reject(new Error('It broke.')));
    await expect(fail()).rejects.toThrow('It broke.');
    await expect(fail()).rejects.toThrow('It broke.');
  });
});
