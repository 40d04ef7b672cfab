import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { type Done, type EffectCall, type Failed, failed } from '../node.ts';
import type { Notice } from './notice.ts';

const maxAddresses = 50;

/** The distinct addresses that a setting yields, or what is wrong with them. */
export const addressesOf = (to: unknown): string[] | { problem: string } => {
  const entries = [to].flat(Infinity).filter((one) => one !== null && one !== undefined);
  const parsed = entries.map((one) => emailAddress.safeParse(one));
  const invalidIndex = parsed.findIndex(({ success }) => !success);
  if (invalidIndex >= 0) {
    const excerpt = JSON.stringify(entries[invalidIndex])?.slice(0, 100);
    return { problem: `${excerpt} is not an e-mail address.` };
  }
  const addresses = [...new Set(parsed.flatMap(({ data }) => data ?? []))];
  if (addresses.length === 0) return { problem: 'There is nobody to send it to.' };
  return addresses.length > maxAddresses
    ? { problem: `There are more than ${maxAddresses} addresses. Send it to a list instead.` }
    : addresses;
};

type Mailed = { to: string[]; server?: IntegrationSetting | undefined; notice: Notice };

/** Sends a mail, through a mail server of the organisation where one is named. */
export const sendMail = async (call: EffectCall, mailNotice: Mailed): Promise<Done | Failed> => {
  const { to, server, notice } = mailNotice;
  const { subject, message, link } = notice;
  const mail = { to, subject, text: link ? `${message}\n\n${link.url}` : message };
  if (server) return (await import('./own-mail.ts')).sendByOwnServer(call, server, mail);
  const { deps, tenant_id } = call;
  try {
    await deps.mail.send(mail);
  } catch (error) {
    deps.log.error('A mail of a bot could not be sent.', { tenant_id, error });
    return failed('The mail could not be sent. Try again, or contact the operator.');
  }
  return { type: 'done', output: { channel: 'email', to }, handle: 'next' };
};
