import { userTable } from '#lib/domain/users/user.table.ts';
import { email, type Product } from '../deployed-product.ts';

/** Sends a user's digest as if it were due; returns the number of mails sent. */
export const sendDigest = async (product: Product, user_id = email): Promise<number> => {
  const api = user_id === email ? product.api : await product.apiOf(user_id);
  await api.users.updateCurrentUser({ settings: { daily_digest: true } });
  await product.rewrite(userTable, user_id, 'digest_at', '2026-01-01T00:00:00.000Z');
  const mails = product.ses.sent.length;
  await product.invoke('events/digest', {});
  await api.users.updateCurrentUser({ settings: { daily_digest: false } });
  return product.ses.sent.length - mails;
};
