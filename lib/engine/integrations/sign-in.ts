import { fillTemplate } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import { withDatabase } from './database.ts';
import { excessiveRightsOf } from './database-user.ts';
import { withMailServer } from './mail-server.ts';
import type { Refused, TalkDeps } from './talk.ts';

type Of<Kind extends ChosenAuth['kind']> = Extract<ChosenAuth, { kind: Kind }>;
type Values = Readonly<Record<string, string>>;

const verdict = (outcome: { done: unknown } | Refused, user: string): ConnectionVerdict =>
  'refused' in outcome ? { ok: false, reason: outcome.refused } : { ok: true, connected_as: user };

/** Only signs in; no mail is sent. */
const signInToMailServer = async (
  auth: Of<'smtp'>,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> =>
  verdict(
    await withMailServer(auth, values, deps, async () => undefined),
    fillTemplate(auth.user, values),
  );

/**
 * Signs in, runs `select 1`, which every database answers, and checks that the user's rights are
 * not too wide for queries.
 */
const signInToDatabase = async (
  auth: Of<'postgres'>,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> => {
  const outcome = await withDatabase(auth, values, deps, async (client) => {
    await client.query('select 1');
    return excessiveRightsOf(client);
  });
  if ('done' in outcome && outcome.done !== undefined) return { ok: false, reason: outcome.done };
  return verdict(outcome, fillTemplate(auth.user, values));
};

/** Signs in to the server of an integration, encrypted; nothing is changed there. */
export const signIn = (
  auth: ChosenAuth,
  values: Values,
  deps: TalkDeps,
): Promise<ConnectionVerdict> => {
  if (auth.kind === 'smtp') return signInToMailServer(auth, values, deps);
  if (auth.kind === 'postgres') return signInToDatabase(auth, values, deps);
  throw new Error(`There is no sign-in by ${auth.kind}.`);
};
