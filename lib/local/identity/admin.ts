import { addressTaken } from '#lib/domain/users/account.rules.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { badRequest, notFound } from '#lib/kernel/refusal.ts';
import type { Identity } from '#lib/ports/identity.ts';
import { asUsername } from './accounts.ts';
import { problemWithPassword } from './password-policy.ts';
import type { Pool } from './pool.ts';

const refuseWeak = (password: string): void => {
  const problem = problemWithPassword(password);
  if (problem !== undefined) throw badRequest(problem, { field: 'password' });
};

/** What the product itself does with accounts; users do the rest over the pool's protocol. */
export const openAdmin = ({
  accounts,
  sessions,
  resetCodes,
  signUpCodes,
  softwareTokens,
}: Pick<
  Pool,
  'accounts' | 'sessions' | 'resetCodes' | 'signUpCodes' | 'softwareTokens'
>): Identity => ({
  createUser: async ({ email, name, tenantId, password, permanent }) => {
    const { data: username } = emailAddress.safeParse(email);
    if (!username) throw badRequest('Invalid email format', { field: 'email' });
    refuseWeak(password);
    const status = permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
    accounts.removeUnconfirmed(username);
    const sub = accounts.create({ username, name, tenant_id: tenantId, status, password });
    if (!sub) throw addressTaken();
    signUpCodes.take(username);
    return { sub };
  },

  findUser: async (email) => {
    const { sub, tenant_id: tenantId = '' } = accounts.find(asUsername(email)) ?? {};
    if (sub === undefined) return undefined;
    return tenantId === '' ? { sub } : { sub, tenantId };
  },

  resetPassword: async (email, password) => {
    refuseWeak(password);
    const username = asUsername(email);
    if (!accounts.find(username)) throw notFound('account');
    // First, so that a crash in between leaves no session open after a password was replaced.
    sessions.endAll(username);
    resetCodes.take(username);
    accounts.setPassword(username, password, 'FORCE_CHANGE_PASSWORD');
  },

  forgetSecondFactor: async (email) => {
    const account = accounts.find(asUsername(email));
    if (!account) throw notFound('account');
    softwareTokens.forget(account);
  },

  endSession: async (email, { id }) => sessions.end(id, asUsername(email)),

  endSessions: async (email, except) => sessions.endAll(asUsername(email), except),

  deleteUser: async (email) => {
    const username = asUsername(email);
    sessions.endAll(username);
    resetCodes.take(username);
    accounts.remove(username);
  },
});
