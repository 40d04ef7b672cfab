import {
  isUnread,
  mostIds,
  noMarks,
  type ReadMarks,
  readSome,
  readUntil,
} from '#lib/domain/notifications/read-mark.rules.ts';
import type { Told } from '#lib/domain/notifications/notification.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';

const about = { kind: 'approval', title: '', text: '', link: '' } as const;
const at = (minute: number): string => isoTime(minute * 60_000);
const one = (minute: number): Told => ({ ...about, _id: `approval:${minute}`, at: at(minute) });

/** Notifications at minutes 1, 2 and so on, newest first. */
const told = (count: number): Told[] =>
  Array.from({ length: count }, (_, index) => one(count - index));

const marks = (line: number | undefined, ...minutes: number[]): ReadMarks => ({
  read_at: line === undefined ? '' : at(line),
  ids: minutes.map((minute) => one(minute)._id),
});

const unreadIn = (read: ReadMarks, all: readonly Told[]): string =>
  all
    .filter((each) => isUnread(read, each))
    .map(({ _id }) => _id.split(':')[1])
    .join(' ');

const now = 100 * 60_000;

describe('unread', () => {
  it.each<[string, ReadMarks, string]>([
    ['is everything before anything was read', noMarks, '4 3 2 1'],
    ['is what came after everything was read', marks(2), '4 3'],
    ['is nothing where all of it is older', marks(9), ''],
    ['is not what was read by itself', marks(undefined, 3), '4 2 1'],
    ['is what neither way has read', marks(1, 3), '4 2'],
  ])('%s', (_, read, left) => {
    expect(unreadIn(read, told(4))).toBe(left);
  });
});

describe('reading single ones', () => {
  it.each<[string, ReadMarks, number[], string]>([
    ['takes them off', noMarks, [4, 2], '3 1'],
    ['adds to those read before', marks(undefined, 1), [2], '4 3'],
    ['passes over what was read', marks(2, 3), [1, 2, 3], '4'],
    ['passes over what is told no more', noMarks, [77], '4 3 2 1'],
  ])('%s', (_, before, minutes, left) => {
    const after = readSome(before, told(4), marks(undefined, ...minutes).ids);
    expect(unreadIn(after, told(4))).toBe(left);
    expect(new Set(after.ids).size).toBe(after.ids.length);
    expect(after.ids).not.toContain('approval:77');
  });

  it('keeps an id of what is told no more, as long as there is room', () => {
    const after = readSome(marks(undefined, 9), told(4), ['approval:1']);
    expect(after.ids).toEqual(['approval:9', 'approval:1']);
  });

  it('drops, where there are too many, what is told no more and then the oldest', () => {
    const all = told(mostIds + 50);
    const gone = Array.from({ length: mostIds }, (_, n) => `approval:gone-${n}`);
    const some = readSome({ read_at: '', ids: gone }, all, [all[0]?._id ?? '']);
    expect(some.ids).toEqual([all[0]?._id]);
    const everyId = all.map(({ _id }) => _id);
    const after = readSome(some, all, everyId);
    expect(after.ids).toEqual(everyId.slice(0, mostIds));
    expect(after.read_at).toBe('');
  });
});

describe('reading everything up to a moment', () => {
  it.each<[string, ReadMarks, string, string]>([
    ['reads what is as old, and older', noMarks, at(3), '4'],
    ['leaves what came after what was seen', marks(1), at(2), '4 3'],
    ['keeps what was read by itself and is newer', marks(undefined, 1, 4), at(2), '3'],
    ['is never taken back', marks(3), at(1), '4'],
    ['takes times without milliseconds', noMarks, '1970-01-01T00:03:00Z', '4'],
  ])('%s', (_, before, until, left) => {
    expect(unreadIn(readUntil(before, told(4), until, now), told(4))).toBe(left);
  });

  it('reads nothing that is still to come', () => {
    const after = readUntil(noMarks, told(4), '2100-01-01T00:00:00.000Z', now);
    expect(after.read_at).toBe(isoTime(now));
    expect(isUnread(after, one(101))).toBe(true);
  });

  it('needs no ids any more for what lies before', () => {
    expect(readUntil(marks(undefined, 1, 2, 4, 77), told(4), at(3), now).ids).toEqual([
      'approval:4',
    ]);
  });
});
