import { derivedId, randomId, timedId, timeOfId } from '#lib/kernel/ids.ts';

const noon = Date.UTC(2026, 8, 1, 12);

describe('ids', () => {
  it('carry their kind and 128 random bits', () => {
    expect(randomId('lst')).toMatch(/^lst_[0-9a-f]{32}$/);
    expect(timedId('evt', noon)).toMatch(/^evt_[0-9a-f]{12}[0-9a-f]{32}$/);
    expect(new Set(Array.from({ length: 1000 }, () => randomId('lst'))).size).toBe(1000);
  });

  it('of a time sort by this time and contain it', () => {
    const times = [0, 1, noon - 1, noon, noon + 1, 2 ** 47];
    const ids = times.map((ms) => timedId('evt', ms));
    expect([...ids].sort()).toEqual(ids);
    expect(ids.map(timeOfId)).toEqual(times);
    expect(timeOfId(timedId('role', noon))).toBe(noon);
  });

  it('of a cause are equal only for the same cause', () => {
    const id = derivedId('exc', noon, 'bot_1', 'evt_1');
    expect(derivedId('exc', noon, 'bot_1', 'evt_1')).toBe(id);
    expect(derivedId('exc', noon, 'bot_1', 'evt_2')).not.toBe(id);
    expect(derivedId('exc', noon, 'bot_2', 'evt_1')).not.toBe(id);
    expect(derivedId('exc', noon, 'bot_1evt_1')).not.toBe(id);
    expect(timeOfId(id)).toBe(noon);
  });
});
