import { isClean, type StoredEvent, tallyDeliveries } from './tally.ts';

const storedEvent = (id: string, states = ['SUCCEEDED']): StoredEvent => ({
  event_id: `evt-${id}`,
  delivery_id: id,
  runs: states.map((state, n) => ({ id: `${id}-${n}`, state })),
});

const ids = Array.from({ length: 1000 }, (_, n) => `d${n}`);
const acked = new Set(ids);

describe('the checker of crash runs', () => {
  it('accepts deliveries that are each stored once and ended once', () => {
    const tally = tallyDeliveries(
      acked,
      ids.map((id) => storedEvent(id)),
    );
    expect(tally).toEqual({
      acked: 1000,
      stored: 1000,
      runs: 1000,
      lost: 0,
      duplicate: 0,
      stuck: 0,
    });
    expect(isClean(tally)).toBe(true);
  });

  it('rejects a store that loses one in a thousand deliveries', () => {
    const tally = tallyDeliveries(
      acked,
      ids.slice(1).map((id) => storedEvent(id)),
    );
    expect([tally.lost, isClean(tally)]).toEqual([1, false]);
  });

  it('rejects duplicate runs and duplicate events', () => {
    const doubled = ids.map((id, n) =>
      storedEvent(id, n === 7 ? ['SUCCEEDED', 'SUCCEEDED'] : undefined),
    );
    expect(isClean(tallyDeliveries(acked, doubled))).toBe(false);
    expect(
      tallyDeliveries(acked, [...ids.map((id) => storedEvent(id)), storedEvent('d3')]).duplicate,
    ).toBe(1);
  });

  it('counts runs that never ended or never started as stuck', () => {
    const waiting = ids.map((id, n) =>
      storedEvent(id, n === 0 ? ['IN_PROGRESS'] : n === 1 ? [] : undefined),
    );
    expect(tallyDeliveries(acked, waiting).stuck).toBe(2);
  });
});
