import { isoTime } from '#lib/kernel/clock.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import { parseCron } from '../schedules/cron.rules.ts';
import { nextRun } from '../schedules/cron-walk.rules.ts';
import { isTimeZone } from '../schedules/time-zone.rules.ts';
import type { ToldKind } from './mail.schema.ts';
import type { User, UserSettings } from './user.schema.ts';

type Wishes = Pick<UserSettings, 'notify_by' | 'not_mailed' | 'daily_digest' | 'time_zone'>;

const mayMail = ({ notify_by = 'mail' }: Wishes): boolean => notify_by === 'mail';

/** Whether somebody wants a mail of this kind. */
export const wantsMail = (wishes: Wishes, kind: ToldKind): boolean =>
  mayMail(wishes) && !(wishes.not_mailed ?? []).includes(kind);

export const wantsDigest = (wishes: Wishes): boolean =>
  mayMail(wishes) && (wishes.daily_digest ?? false);

/** Where a mail of such a kind is turned off; its last line. */
export const preferencesLine = (site: { url: string }): string => {
  const link = linkTo(site, pathTo('account', {}, { tab: 'notifications' }));
  return `Choose which mails you get: ${link}`;
};

/** Each morning. */
const digestCron = '0 7 * * *';

/** When somebody's next digest is due: 07:00 where they are, in UTC where nobody knows. */
export const nextDigest = ({ time_zone = '' }: Wishes, now: number): string => {
  const read = parseCron(digestCron);
  if ('problem' in read) throw new Error(read.problem);
  const tz = isTimeZone(time_zone) ? time_zone : 'UTC';
  return isoTime(nextRun({ cron: read.cron, tz }, now));
};

const day = 24 * 3600_000;

/** When the one before was due. */
export const digestBefore = (wishes: Wishes, due: string): string => {
  // Where clocks change, a day has another hour or one less.
  let before = nextDigest(wishes, Date.parse(due) - 2 * day);
  for (let next = before; next < due; next = nextDigest(wishes, Date.parse(next))) before = next;
  return before;
};

/** Not at `after` itself, but at `until`. */
export type DigestSpan = { after: string; until: string };

/**
 * What a digest tells of: from when the one before it was due until the last 07:00, so that those
 * that are sent late, or not at all, leave nothing out and tell nothing twice.
 */
export const digestSpan = (wishes: Wishes, due: string, now: number): DigestSpan => ({
  after: digestBefore(wishes, due),
  until: digestBefore(wishes, nextDigest(wishes, now)),
});

/** How an index finds people whose digest is due. */
type Digest = Pick<User, 'digest' | 'digest_at'>;

/** What a change of settings means for the digest; nothing where it stays as it is. */
export const digestOf = (before: Wishes, after: Wishes, now: number): Partial<Digest> => {
  const isSame =
    wantsDigest(before) === wantsDigest(after) && before.time_zone === after.time_zone;
  if (isSame) return {};
  if (!wantsDigest(after)) return { digest: undefined, digest_at: undefined };
  return { digest: 'daily', digest_at: nextDigest(after, now) };
};
