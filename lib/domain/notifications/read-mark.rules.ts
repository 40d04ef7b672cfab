import { isoTime } from '#lib/kernel/clock.ts';
import type { Notification, NotificationContent } from './notification.schema.ts';

/** What a user has read: everything up to a moment, and single notifications after it. */
export type ReadMarks = {
  /** ISO time with milliseconds; empty if nothing was read. */
  read_at: string;
  ids: readonly string[];
};

export const noMarks: ReadMarks = { read_at: '', ids: [] };

/** How many ids are stored for one user. */
export const maxStoredIds = 200;

/** A notification that arrives late with an older time counts as read. */
export const isUnread = (
  { read_at, ids }: ReadMarks,
  { _id, at }: Pick<NotificationContent, '_id' | 'at'>,
): boolean => at > read_at && !ids.includes(_id);

export const withMarks = (
  marks: ReadMarks,
  notifications: readonly NotificationContent[],
): Notification[] => notifications.map((one) => ({ ...one, unread: isUnread(marks, one) }));

/** Limits the ids: if there are too many, only the newest of those still listed are kept. */
const limitIds = (
  ids: readonly string[],
  notifications: readonly NotificationContent[],
): string[] => {
  if (ids.length <= maxStoredIds) return [...ids];
  const markedIds = new Set(ids);
  return notifications
    .map(({ _id }) => _id)
    .filter((id) => markedIds.has(id))
    .slice(0, maxStoredIds);
};

/**
 * The marks after some notifications were read; `notifications` lists all current ones, newest
 * first.
 */
export const markRead = (
  marks: ReadMarks,
  notifications: readonly NotificationContent[],
  ids: readonly string[],
): ReadMarks => {
  const requested = new Set(ids);
  const newlyRead = notifications.filter((one) => requested.has(one._id) && isUnread(marks, one));
  return {
    ...marks,
    ids: limitIds([...marks.ids, ...newlyRead.map(({ _id }) => _id)], notifications),
  };
};

/** The marks after all up to a moment were read: at most until now, and never set back. */
export const markReadUntil = (
  { read_at, ids }: ReadMarks,
  notifications: readonly NotificationContent[],
  until: string,
  now: number,
): ReadMarks => {
  const moment = isoTime(Math.min(Date.parse(until), now));
  const line = moment > read_at ? moment : read_at;
  const markedIds = new Set(ids);
  const later = notifications.filter(({ _id, at }) => at > line && markedIds.has(_id));
  return { read_at: line, ids: later.map(({ _id }) => _id) };
};
