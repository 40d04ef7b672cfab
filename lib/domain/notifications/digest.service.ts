import { type Clock, isoTime } from '#lib/kernel/clock.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { Mail } from '#lib/ports/mail.ts';
import { digestSpan, nextDigest } from '../users/mail.rules.ts';
import type { User } from '../users/user.schema.ts';
import { dueDigests, userStore } from '../users/user.store.ts';
import { callerOf } from '../users/caller.service.ts';
import { digestOf } from './digest.rules.ts';
import { findNotifications } from './current-notifications.service.ts';

export type DigestDeps = {
  db: Database;
  clock: Clock;
  mail: Mail;
  log: Log;
  site: { url: string };
};

/** How many digests one pass sends; the next pass, minutes later, continues. */
const maxDigestsPerPass = 200;

/** Only one of several processes sends it; if that one dies meanwhile, the digest is lost. */
const send = async (deps: DigestDeps, user: User): Promise<void> => {
  const { db, clock, mail, site } = deps;
  const now = clock();
  const { tenant_id, _id, settings, digest_at: due = '' } = user;
  const next = nextDigest(settings, now);
  if (!(await userStore(db, tenant_id).takeDigest(_id, { due, next }))) return;
  const notifications = await findNotifications(deps, await callerOf(db, user));
  const digest = digestOf(site, notifications, digestSpan(settings, due, now));
  if (digest) await mail.send({ to: [_id], ...digest });
};

/** Sends the digests that are due, for all organisations. One failure does not stop the others. */
export const sendDigests = (deps: DigestDeps) => async (): Promise<void> => {
  let sent = 0;
  for await (const user of dueDigests(deps.db, isoTime(deps.clock()))) {
    try {
      await send(deps, user);
    } catch (error) {
      const { tenant_id } = user;
      deps.log.error('A daily digest could not be sent.', { area: 'users', tenant_id, error });
    }
    sent += 1;
    if (sent === maxDigestsPerPass) return;
  }
};
