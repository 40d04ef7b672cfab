import { nameInMail } from '#lib/kernel/display-text.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import { questionKinds, questions } from '../questions/question.schema.ts';
import { type DigestSpan, preferencesLine } from '../users/mail.rules.ts';
import type { NotificationContent, NotificationKind } from './notification.schema.ts';

/** The kinds of notifications for which a run waits until the user acts. */
const actionRequiredKinds: ReadonlySet<NotificationKind> = new Set([
  ...questionKinds.map((kind) => questions[kind].noticeKind),
  'agent_question',
]);

/** How many entries of each part are named; further ones are only counted. */
const maxEntriesNamed = 10;

type Digest = { subject: string; text: string };

type Part = { heading: string; notifications: NotificationContent[] };

/** What waits for the user, and what failed: for runs, since the last digest. */
const partsOf = (
  notifications: readonly NotificationContent[],
  { after, until }: DigestSpan,
): Part[] => {
  const waits = notifications.filter(({ kind }) => actionRequiredKinds.has(kind));
  const failed = notifications.filter(
    ({ kind, at }) =>
      kind === 'integration_failed' || (kind === 'run_failed' && at > after && at <= until),
  );
  const parts = [
    { heading: 'Waiting for you', notifications: waits },
    { heading: 'Failed', notifications: failed },
  ];
  return parts.filter((part) => part.notifications.length > 0);
};

const lineOf = (site: { url: string }, { title, link }: NotificationContent): string =>
  `- ${nameInMail(title)}: ${linkTo(site, link)}`;

const partText = (site: { url: string }, { heading, notifications }: Part): string => {
  const remaining = notifications.length - maxEntriesNamed;
  return [
    `${heading} (${notifications.length}):`,
    ...notifications.slice(0, maxEntriesNamed).map((one) => lineOf(site, one)),
    ...(remaining > 0 ? [`and ${remaining} more: ${linkTo(site, pathTo('notifications'))}`] : []),
  ].join('\n');
};

const subjectOf = (parts: readonly Part[]): string => {
  const [waits, failed] = ['Waiting for you', 'Failed'].map(
    (heading) => parts.find((part) => part.heading === heading)?.notifications.length ?? 0,
  );
  const counts = [...(waits ? [`${waits} waiting`] : []), ...(failed ? [`${failed} failed`] : [])];
  return `Daily digest: ${counts.join(', ')}`;
};

/** The digest of one day; undefined if nothing waits and nothing failed. */
export const digestOf = (
  site: { url: string },
  notifications: readonly NotificationContent[],
  span: DigestSpan,
): Digest | undefined => {
  const parts = partsOf(notifications, span);
  if (parts.length === 0) return undefined;
  const text = [...parts.map((part) => partText(site, part)), preferencesLine(site)];
  return { subject: subjectOf(parts), text: text.join('\n\n') };
};
