import * as fc from 'fast-check';
import { Alarms } from '#lib/local/runner/alarms.ts';
import { Heap } from '#lib/local/runner/heap.ts';

const day = 24 * 3600_000;

function openAlarms() {
  const time = { now: 0 };
  const rung: string[] = [];
  const alarms = new Alarms(() => time.now);
  return {
    alarms,
    rung,
    set: (name: string, due: number) => alarms.set(due, () => rung.push(name)),
    at: (now: number) => {
      time.now = now;
      alarms.wake();
    },
  };
}

describe('alarms', () => {
  afterEach(() => jest.useRealTimers());

  it('ring once, in the order of their times', () => {
    const { set, at, rung } = openAlarms();
    set('late', 30);
    set('early', 10);
    set('between', 20);
    at(25);
    at(25);
    expect(rung).toEqual(['early', 'between']);
    at(30);
    expect(rung).toEqual(['early', 'between', 'late']);
  });

  it('do not ring when cancelled', () => {
    const { set, at, rung } = openAlarms();
    const cancel = set('cancelled', 10);
    set('kept', 10);
    cancel();
    cancel();
    at(10);
    expect(rung).toEqual(['kept']);
  });

  it('ring by themselves, also beyond the longest timer of the platform', () => {
    jest.useFakeTimers();
    const rung: string[] = [];
    const alarms = new Alarms(Date.now);
    const now = Date.now();
    alarms.set(now + 30 * day, () => rung.push('in a month'));
    alarms.set(now + 5_000, () => rung.push('soon'));
    jest.advanceTimersByTime(5_000);
    expect(rung).toEqual(['soon']);
    jest.advanceTimersByTime(30 * day - 5_001);
    expect(rung).toEqual(['soon']);
    jest.advanceTimersByTime(1);
    expect(rung).toEqual(['soon', 'in a month']);
  });

  it('stay correct when most of them are cancelled', () => {
    const { set, at, rung } = openAlarms();
    set('kept', 10);
    for (let count = 0; count < 5000; count += 1) set('cancelled', 1_000_000)();
    at(10);
    expect(rung).toEqual(['kept']);
  });

  it('do not ring after clear', () => {
    const { alarms, set, at, rung } = openAlarms();
    set('forgotten', 10);
    alarms.clear();
    at(20);
    expect(rung).toEqual([]);
  });
});

describe('a heap', () => {
  it('returns its items in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const heap = new Heap<number>((item) => item);
        for (const number of numbers) heap.push(number);
        const sorted = numbers.map(() => heap.pop());
        expect(sorted).toEqual(numbers.toSorted((one, other) => one - other));
      }),
    );
  });
});
