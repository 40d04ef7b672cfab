import { createHash } from 'node:crypto';
import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { authOf } from '#lib/domain/integrations/call.rules.ts';
import { emailAddress } from '#lib/kernel/email.ts';
import { hiding } from '../../integrations/secret-texts.ts';
import { OutgoingError } from '../../outgoing/request.ts';
import { isFailed } from '../attempt.ts';
import { integrationOf } from '../integration.ts';
import { type Done, type EffectCall, type Failed, failed, hopeless } from '../node.ts';
import type { Notice } from './notice.ts';

const mostAddresses = 50;

/** The addresses that a setting yields, each once, or what is wrong with them. */
export const addressesOf = (to: unknown): string[] | { problem: string } => {
  const given = [to].flat(Infinity).filter((one) => one !== null && one !== undefined);
  const parsed = given.map((one) => emailAddress.safeParse(one));
  const bad = parsed.findIndex(({ success }) => !success);
  if (bad >= 0) {
    const shown = JSON.stringify(given[bad])?.slice(0, 100);
    return { problem: `${shown} is not an e-mail address.` };
  }
  const addresses = [...new Set(parsed.flatMap(({ data }) => data ?? []))];
  if (addresses.length === 0) return { problem: 'There is nobody to send it to.' };
  return addresses.length > mostAddresses
    ? { problem: `There are more than ${mostAddresses} addresses. Send it to a list instead.` }
    : addresses;
};

type Mailed = { to: string[]; server?: IntegrationSetting | undefined; notice: Notice };

/** The same for every attempt, so that mail programs show a mail once that was sent twice. */
const messageIdOf = (key: string, from: string): string => {
  const id = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return `<${id}@${from.split('@').at(-1)}>`;
};

const byOwnServer = async (
  call: EffectCall,
  setting: IntegrationSetting,
  mail: { to: string[]; subject: string; text: string },
): Promise<Done | Failed> => {
  const integration = await integrationOf(call, setting, 'mail');
  if (isFailed(integration)) return integration;
  const { type, values } = integration;
  const auth = authOf(type, values);
  if (auth.kind !== 'smtp') throw new Error(`${type.name} is no mail server.`);
  const from = values.from ?? '';
  const messageId = messageIdOf(call.key, from);
  const hide = hiding(integration);
  try {
    const { sendByServer } = await import('../../integrations/mail-server.ts');
    const outcome = await sendByServer(auth, values, call.deps, { ...mail, from, messageId });
    if ('refused' in outcome) return (outcome.again ? failed : hopeless)(hide(outcome.refused));
    const { done: refused } = outcome;
    const output = { channel: 'email', to: mail.to, ...(refused.length > 0 && { refused }) };
    return { type: 'done', output, handle: 'next' };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return failed(hide(error.message));
  }
};

/** Hands a mail over, to a mail server of the organisation where one is named. */
export const sendMail = async (call: EffectCall, mailed: Mailed): Promise<Done | Failed> => {
  const { to, server, notice } = mailed;
  const { subject, message, link } = notice;
  const mail = { to, subject, text: link ? `${message}\n\n${link.url}` : message };
  if (server) return byOwnServer(call, server, mail);
  const { deps, tenant_id } = call;
  try {
    await deps.mail.send(mail);
  } catch (error) {
    deps.log.error('A mail of a bot could not be sent.', { tenant_id, error });
    return failed('The mail could not be handed over. Try again, or tell the operator.');
  }
  return { type: 'done', output: { channel: 'email', to }, handle: 'next' };
};
