import {
  isUnread,
  markRead,
  markReadUntil,
  maxStoredIds,
  noMarks,
  type ReadMarks,
} from '#lib/domain/notifications/read-mark.rules.ts';
import type { NotificationContent } from '#lib/domain/notifications/notification.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';

const about = { kind: 'approval', title: '', text: '', link: '' } as const;
const at = (minute: number): string => isoTime(minute * 60_000);
const notificationAt = (minute: number): NotificationContent => ({
  ...about,
  _id: `approval:${minute}`,
  at: at(minute),
});

/** Notifications at minutes 1, 2 and so on, newest first. */
const notifications = (count: number): NotificationContent[] =>
  Array.from({ length: count }, (_, index) => notificationAt(count - index));

const marks = (line: number | undefined, ...minutes: number[]): ReadMarks => ({
  read_at: line === undefined ? '' : at(line),
  ids: minutes.map((minute) => notificationAt(minute)._id),
});

const unreadMinutes = (readMarks: ReadMarks, all: readonly NotificationContent[]): string =>
  all
    .filter((each) => isUnread(readMarks, each))
    .map(({ _id }) => _id.split(':')[1])
    .join(' ');

const now = 100 * 60_000;

describe('unread notifications', () => {
  it.each<[string, ReadMarks, string]>([
    ['are all before any was read', noMarks, '4 3 2 1'],
    ['are those that came after all were read', marks(2), '4 3'],
    ['are none where all are older', marks(9), ''],
    ['exclude a notification that was read singly', marks(undefined, 3), '4 2 1'],
    ['exclude notifications read by time or by id', marks(1, 3), '4 2'],
  ])('%s', (_, readMarks, unread) => {
    expect(unreadMinutes(readMarks, notifications(4))).toBe(unread);
  });
});

describe('marking single notifications as read', () => {
  it.each<[string, ReadMarks, number[], string]>([
    ['leaves only the others unread', noMarks, [4, 2], '3 1'],
    ['adds to earlier marks', marks(undefined, 1), [2], '4 3'],
    ['ignores notifications that are already read', marks(2, 3), [1, 2, 3], '4'],
    ['ignores notifications that no longer exist', noMarks, [77], '4 3 2 1'],
  ])('%s', (_, before, minutes, unread) => {
    const after = markRead(before, notifications(4), marks(undefined, ...minutes).ids);
    expect(unreadMinutes(after, notifications(4))).toBe(unread);
    expect(new Set(after.ids).size).toBe(after.ids.length);
    expect(after.ids).not.toContain('approval:77');
  });

  it('keeps ids of past notifications while there is room', () => {
    const after = markRead(marks(undefined, 9), notifications(4), ['approval:1']);
    expect(after.ids).toEqual(['approval:9', 'approval:1']);
  });

  it('drops ids of past notifications first, and then the oldest', () => {
    const all = notifications(maxStoredIds + 50);
    const pastIds = Array.from({ length: maxStoredIds }, (_, n) => `approval:gone-${n}`);
    const firstMarks = markRead({ read_at: '', ids: pastIds }, all, [all[0]?._id ?? '']);
    expect(firstMarks.ids).toEqual([all[0]?._id]);
    const everyId = all.map(({ _id }) => _id);
    const after = markRead(firstMarks, all, everyId);
    expect(after.ids).toEqual(everyId.slice(0, maxStoredIds));
    expect(after.read_at).toBe('');
  });
});

describe('marking everything as read up to a time', () => {
  it.each<[string, ReadMarks, string, string]>([
    ['includes that time and all before', noMarks, at(3), '4'],
    ['leaves newer notifications unread', marks(1), at(2), '4 3'],
    ['keeps newer notifications that were read singly', marks(undefined, 1, 4), at(2), '3'],
    ['never returns to an earlier time', marks(3), at(1), '4'],
    ['accepts times without milliseconds', noMarks, '1970-01-01T00:03:00Z', '4'],
  ])('%s', (_, before, until, unread) => {
    expect(
      unreadMinutes(markReadUntil(before, notifications(4), until, now), notifications(4)),
    ).toBe(unread);
  });

  it('does not include the future', () => {
    const after = markReadUntil(noMarks, notifications(4), '2100-01-01T00:00:00.000Z', now);
    expect(after.read_at).toBe(isoTime(now));
    expect(isUnread(after, notificationAt(101))).toBe(true);
  });

  it('drops the ids of older notifications', () => {
    expect(markReadUntil(marks(undefined, 1, 2, 4, 77), notifications(4), at(3), now).ids).toEqual([
      'approval:4',
    ]);
  });
});
