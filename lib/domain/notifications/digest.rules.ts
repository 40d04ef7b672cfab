import { nameInMail } from '#lib/kernel/display-text.ts';
import { linkTo, pathTo } from '#lib/pages.ts';
import { questionKinds, questions } from '../questions/question.schema.ts';
import { type DigestSpan, preferencesLine } from '../users/mail.rules.ts';
import type { NotificationContent, NotificationKind } from './notification.schema.ts';

/** The kinds of notifications for which a run waits until the user acts. */
const actionRequiredKinds: ReadonlySet<NotificationKind> = new Set([
  ...questionKinds.map((kind) => questions[kind].told),
  'agent_question',
]);

/** How many entries of each part are named; further ones are only counted. */
const maxEntriesNamed = 10;

type Digest = { subject: string; text: string };

type Part = { heading: string; told: NotificationContent[] };

/** What waits for the user, and what failed: for runs, since the last digest. */
const partsOf = (told: readonly NotificationContent[], { after, until }: DigestSpan): Part[] => {
  const waits = told.filter(({ kind }) => actionRequiredKinds.has(kind));
  const failed = told.filter(
    ({ kind, at }) =>
      kind === 'integration_failed' || (kind === 'run_failed' && at > after && at <= until),
  );
  const parts = [
    { heading: 'Waiting for you', told: waits },
    { heading: 'Failed', told: failed },
  ];
  return parts.filter((part) => part.told.length > 0);
};

const lineOf = (site: { url: string }, { title, link }: NotificationContent): string =>
  `- ${nameInMail(title)}: ${linkTo(site, link)}`;

const partText = (site: { url: string }, { heading, told }: Part): string => {
  const more = told.length - maxEntriesNamed;
  return [
    `${heading} (${told.length}):`,
    ...told.slice(0, maxEntriesNamed).map((one) => lineOf(site, one)),
    ...(more > 0 ? [`and ${more} more: ${linkTo(site, pathTo('notifications'))}`] : []),
  ].join('\n');
};

const subjectOf = (parts: readonly Part[]): string => {
  const [waits, failed] = ['Waiting for you', 'Failed'].map(
    (heading) => parts.find((part) => part.heading === heading)?.told.length ?? 0,
  );
  const said = [...(waits ? [`${waits} waiting`] : []), ...(failed ? [`${failed} failed`] : [])];
  return `Daily digest: ${said.join(', ')}`;
};

/** The digest of one day; undefined if nothing waits and nothing failed. */
export const digestOf = (
  site: { url: string },
  told: readonly NotificationContent[],
  span: DigestSpan,
): Digest | undefined => {
  const parts = partsOf(told, span);
  if (parts.length === 0) return undefined;
  const text = [...parts.map((part) => partText(site, part)), preferencesLine(site)];
  return { subject: subjectOf(parts), text: text.join('\n\n') };
};
