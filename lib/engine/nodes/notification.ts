import * as z from 'zod';
import {
  type IntegrationSetting,
  integrationSetting,
} from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { channels, type NotificationChannel } from '#lib/domain/bots/nodes/notification.schema.ts';
import { type Call, dryRunOutcome, type Failed, failedForGood, type NodeRules } from './node.ts';
import { isFailed } from './call-failure.ts';
import { addressesOf, sendMail } from './notification/email.ts';
import { type Notice, noticeOf } from './notification/notice.ts';
import { type Chat, postSigned, postToChat } from './notification/post.ts';
import { parseOnce } from './read-once.ts';
import { cutText } from './shown.ts';

/** The most bytes of a message, by e-mail or webhook and in chats, which all accept that many. */
const maxMessageBytes = 200_000;
const maxChatBytes = 10_000;

/** The settings after their expressions were evaluated. */
const evaluatedSettings = z.object({
  channel: z.enum(channels),
  integration: integrationSetting.default({ type: '' }),
  mail_server: integrationSetting.optional(),
  to: z.unknown().optional(),
  data: z.unknown().optional(),
});

/** What is sent, to whom, and through which channel. */
type PreparedNotice =
  | { channel: 'email'; to: string[]; server?: IntegrationSetting | undefined; notice: Notice }
  | { channel: Chat; integration: IntegrationSetting; notice: Notice }
  | { channel: 'webhook'; integration: IntegrationSetting; notice: Notice; data: unknown };

const prepareNotice = parseOnce(({ settings }: Call): PreparedNotice | Failed => {
  const parsed = evaluatedSettings.safeParse(settings);
  if (!parsed.success)
    return failedForGood(parsed.error.issues[0]?.message ?? 'Nothing can be sent.');
  const { channel, to, integration, mail_server: server, data } = parsed.data;
  const isChat = channel !== 'email' && channel !== 'webhook';
  const notice = noticeOf(settings, isChat ? maxChatBytes : maxMessageBytes);
  if ('problem' in notice) return failedForGood(notice.problem);
  if (isChat) return { channel, integration, notice };
  if (channel === 'webhook') return { channel, integration, notice, data };
  if (notice.subject === '') return failedForGood('The subject is empty. Say what it is about.');
  const addresses = addressesOf(to);
  if ('problem' in addresses) return failedForGood(addresses.problem);
  return { channel, to: addresses, server, notice };
});

const names: Record<NotificationChannel, string> = {
  email: 'e-mail',
  ms_teams: 'Microsoft Teams',
  google_chat: 'Google Chat',
  slack: 'Slack',
  discord: 'Discord',
  webhook: 'a webhook',
};

const describeNotice = (prepared: PreparedNotice): string => {
  if (prepared.channel === 'email') {
    const by = prepared.server ? ' through your own mail server' : '';
    return `send "${prepared.notice.subject}" to ${prepared.to.join(', ')}${by}`;
  }
  const signed = prepared.channel === 'webhook' ? 'signed ' : '';
  return `send a ${signed}message to ${names[prepared.channel]}`;
};

/** What is stored of a notification: no secrets, and long texts cut. */
const shownNotice = (prepared: PreparedNotice) => {
  const { subject, message, link } = prepared.notice;
  return {
    channel: prepared.channel,
    ...('to' in prepared && { to: prepared.to }),
    ...('integration' in prepared && { integration: prepared.integration }),
    ...('server' in prepared && prepared.server && { mail_server: prepared.server }),
    ...(subject !== '' && { subject }),
    message: cutText(message),
    ...(link && { link: link.url }),
  };
};

export const notification: NodeRules = {
  begin(call) {
    const prepared = prepareNotice(call);
    if (isFailed(prepared)) return prepared;
    return {
      type: 'effect',
      input: shownNotice(prepared),
      pretend: dryRunOutcome(describeNotice(prepared)),
    };
  },

  async perform(call) {
    const prepared = prepareNotice(call);
    if (isFailed(prepared)) return prepared;
    if (prepared.channel === 'email') return sendMail(call, prepared);
    return prepared.channel === 'webhook' ? postSigned(call, prepared) : postToChat(call, prepared);
  },
};
