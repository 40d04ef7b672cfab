import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import type { NotificationChannel } from '#lib/domain/bots/nodes/notification.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { addressOf } from '../../integrations/authorise-request.ts';
import { send } from '../../integrations/send.ts';
import { failureOfError, failureOfStatus, isFailed } from '../call-failure.ts';
import { integrationOf } from '../integration.ts';
import type { Done, EffectCall, Failed } from '../node.ts';
import { discordMessage, googleChatMessage, slackMessage, teamsMessage } from './chats.ts';
import type { Notice } from './notice.ts';

export type Chat = Exclude<NotificationChannel, 'email' | 'webhook'>;

const formatters: Record<Chat, (notice: Notice) => object> = {
  ms_teams: teamsMessage,
  google_chat: googleChatMessage,
  slack: slackMessage,
  discord: discordMessage,
};

/** The error code that a chat, such as Slack, gives as its whole answer. */
const errorCodeIn = (body: string): string => (/^[a-z_]{3,50}$/.test(body) ? ` (${body})` : '');

/** Posts JSON to exactly this URL: a redirect would turn the POST into a GET of another page. */
const post = async (
  call: EffectCall,
  channel: NotificationChannel,
  integration: OpenedIntegration,
  message: object,
): Promise<Done | Failed> => {
  const request = {
    method: 'POST',
    url: addressOf(integration),
    headers: { 'content-type': 'application/json', 'idempotency-key': call.key },
    body: JSON.stringify(message),
    redirects: 'refuse' as const,
  };
  const { answer } = await send(request, integration, call.deps);
  const { status } = answer;
  if (status < 300) return { type: 'done', output: { channel, status }, handle: 'next' };
  const failure = failureOfStatus(answer, call.now);
  return { ...failure, error: failure.error.replace(/\.$/, `${errorCodeIn(answer.body)}.`) };
};

type ChatMessage = { integration: IntegrationSetting; notice: Notice };

/** Posts a message to a chat; the integration is its address. */
export const postToChat = async (
  call: EffectCall,
  { channel, integration, notice }: ChatMessage & { channel: Chat },
): Promise<Done | Failed> => {
  const chat = await integrationOf(call, integration, 'messages');
  if (isFailed(chat)) return chat;
  return post(call, channel, chat, formatters[channel](notice)).catch(failureOfError);
};

/**
 * Posts a signed notice to another system. The body is the same in every attempt, so that a
 * receiver can discard duplicates by `id` (also sent as `Idempotency-Key`).
 */
export const postSigned = async (
  call: EffectCall,
  { integration, notice, data }: ChatMessage & { data: unknown },
): Promise<Done | Failed> => {
  const receiver = await integrationOf(call, integration, 'signed_messages');
  if (isFailed(receiver)) return receiver;
  const { subject, message } = notice;
  const signed = { id: call.key, subject, message, data };
  return post(call, 'webhook', receiver, signed).catch(failureOfError);
};
