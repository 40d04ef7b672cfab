import { fill } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import { atDatabase } from './database.ts';
import { tooMighty } from './database-user.ts';
import { atMailServer } from './mail-server.ts';
import type { Refused, TalkDeps } from './talk.ts';

type Of<Kind extends ChosenAuth['kind']> = Extract<ChosenAuth, { kind: Kind }>;
type Values = Readonly<Record<string, string>>;

const verdict = (outcome: { done: unknown } | Refused, user: string): ConnectionVerdict =>
  'refused' in outcome
    ? { ok: false, reason: outcome.refused }
    : { ok: true, connected_as: user };

/** Only signs in; no mail is sent. */
const toMailServer = async (
  auth: Of<'smtp'>,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> =>
  verdict(await atMailServer(auth, values, deps, async () => undefined), fill(auth.user, values));

/**
 * Signs in, runs `select 1`, which every database answers, and checks that the user's rights are
 * not too wide for queries.
 */
const toDatabase = async (
  auth: Of<'postgres'>,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> => {
  const outcome = await atDatabase(auth, values, deps, async (client) => {
    await client.query('select 1');
    return tooMighty(client);
  });
  if ('done' in outcome && outcome.done !== undefined) return { ok: false, reason: outcome.done };
  return verdict(outcome, fill(auth.user, values));
};

/** Signs in to the server of an integration, encrypted; nothing is changed there. */
export const signIn = (
  auth: ChosenAuth,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> => {
  if (auth.kind === 'smtp') return toMailServer(auth, values, deps);
  if (auth.kind === 'postgres') return toDatabase(auth, values, deps);
  throw new Error(`There is no sign-in by ${auth.kind}.`);
};
