import { isoTime } from '#lib/kernel/clock.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import { parseCron } from '../schedules/cron.rules.ts';
import { nextRun } from '../schedules/cron-walk.rules.ts';
import { isTimeZone } from '../schedules/time-zone.rules.ts';
import type { NoticeKind } from './mail.schema.ts';
import type { User, UserSettings } from './user.schema.ts';

type MailPreferences = Pick<
  UserSettings,
  'notify_by' | 'not_mailed' | 'daily_digest' | 'time_zone'
>;

const mayMail = ({ notify_by = 'mail' }: MailPreferences): boolean => notify_by === 'mail';

/** Whether a user wants mails of this kind. */
export const wantsMail = (preferences: MailPreferences, kind: NoticeKind): boolean =>
  mayMail(preferences) && !(preferences.not_mailed ?? []).includes(kind);

export const wantsDigest = (preferences: MailPreferences): boolean =>
  mayMail(preferences) && (preferences.daily_digest ?? false);

/** The last line of such a mail: where to switch it off. */
export const preferencesLine = (site: { url: string }): string => {
  const link = linkTo(site, pathTo('account', {}, { tab: 'notifications' }));
  return `Choose which mails you get: ${link}`;
};

/** Every morning at 07:00. */
const digestCron = '0 7 * * *';

/** When a user's next digest is due (ISO time): 07:00 in their time zone, or in UTC. */
export const nextDigest = ({ time_zone = '' }: MailPreferences, now: number): string => {
  const parsed = parseCron(digestCron);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const tz = isTimeZone(time_zone) ? time_zone : 'UTC';
  return isoTime(nextRun({ cron: parsed.cron, tz }, now));
};

const day = 24 * 3600_000;

/** When the previous digest was due. */
export const previousDigest = (preferences: MailPreferences, due: string): string => {
  // A day has 23 or 25 hours when daylight saving time begins or ends.
  let previous = nextDigest(preferences, Date.parse(due) - 2 * day);
  for (let next = previous; next < due; next = nextDigest(preferences, Date.parse(next)))
    previous = next;
  return previous;
};

/** The interval from `after` (exclusive) until `until` (inclusive). */
export type DigestSpan = { after: string; until: string };

/**
 * The interval that a digest covers: from when the previous one was due until the last 07:00, so
 * that late or missed digests neither omit nor repeat anything.
 */
export const digestSpan = (preferences: MailPreferences, due: string, now: number): DigestSpan => ({
  after: previousDigest(preferences, due),
  until: previousDigest(preferences, nextDigest(preferences, now)),
});

/** The fields by which an index finds users whose digest is due. */
type Digest = Pick<User, 'digest' | 'digest_at'>;

/** How a change of settings changes the digest's due time; empty if it has no effect on it. */
export const digestChange = (
  before: MailPreferences,
  after: MailPreferences,
  now: number,
): Partial<Digest> => {
  const isUnchanged =
    wantsDigest(before) === wantsDigest(after) && before.time_zone === after.time_zone;
  if (isUnchanged) return {};
  if (!wantsDigest(after)) return { digest: undefined, digest_at: undefined };
  return { digest: 'daily', digest_at: nextDigest(after, now) };
};
