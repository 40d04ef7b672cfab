import { emailAddress } from '#lib/kernel/email.ts';
import { badRequest, conflict } from '#lib/kernel/refusal.ts';
import type { Identity } from '#lib/ports/identity.ts';
import type { Accounts } from './accounts.ts';
import { isStrongPassword, passwordRule } from './password-policy.ts';

export const openAdmin = (accounts: Accounts): Identity => ({
  createUser: async ({ email, name, tenantId, password, permanent }) => {
    const { data: username } = emailAddress.safeParse(email);
    if (!username) throw badRequest('Invalid email format', { field: 'email' });
    if (!isStrongPassword(password)) throw badRequest(passwordRule, { field: 'password' });
    const status = permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
    const sub = accounts.create({ username, name, tenant_id: tenantId, status, password });
    if (!sub) {
      throw conflict('Another account uses this e-mail address. Enter a different one.', {
        field: 'email',
      });
    }
    return { sub };
  },
});
