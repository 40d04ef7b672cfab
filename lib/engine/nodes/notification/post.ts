import { webhookAddress } from '#lib/domain/credentials/credential.rules.ts';
import type { NotificationChannel } from '#lib/domain/bots/nodes/notification.schema.ts';
import { parseTarget } from '../../outgoing/redirect.ts';
import { failedBy, isFailed, refusedBy } from '../attempt.ts';
import { credentialOf, problemWithTarget } from '../credential.ts';
import { type Done, type EffectCall, type Failed, hopeless } from '../node.ts';
import { googleChatMessage, slackMessage, teamsMessage } from './chats.ts';
import type { Notice } from './notice.ts';
import { signatureHeaders } from './signature.ts';

export type Chat = Exclude<NotificationChannel, 'email' | 'webhook'>;

const messageFor: Record<Chat, (notice: Notice) => object> = {
  ms_teams: teamsMessage,
  google_chat: googleChatMessage,
  slack: slackMessage,
};

/** One word in which a chat says what it did not like, as Slack does. */
const wordIn = (body: string): string => (/^[a-z_]{3,50}$/.test(body) ? ` (${body})` : '');

type Parcel = { channel: NotificationChannel; url: URL; body: string; headers?: object };

/** Posts JSON to exactly this address: a redirect would turn it into a GET of some other page. */
const post = async (call: EffectCall, { channel, url, body, headers }: Parcel) => {
  const answer = await call.deps.outgoing({
    method: 'POST',
    url: url.href,
    headers: { 'content-type': 'application/json', 'idempotency-key': call.key, ...headers },
    body,
    redirects: 'refuse',
  });
  const { status } = answer;
  if (status < 300) return { type: 'done' as const, output: { channel, status }, handle: 'next' };
  const refused = refusedBy(answer, call.now);
  return { ...refused, error: refused.error.replace(/\.$/, `${wordIn(answer.body)}.`) };
};

/** Posts a message to a chat, whose address is the credential. */
export const postToChat = async (
  call: EffectCall,
  told: { channel: Chat; credential_id: string; notice: Notice },
): Promise<Done | Failed> => {
  const { channel, credential_id, notice } = told;
  const credential = await credentialOf(call, credential_id, ['webhook_url']);
  if (isFailed(credential)) return credential;
  const url = webhookAddress(credential.secret);
  if (!url) {
    return hopeless(`The credential "${credential.name}" holds no address. Enter it again.`);
  }
  const body = JSON.stringify(messageFor[channel](notice));
  return post(call, { channel, url, body }).catch(failedBy);
};

/**
 * Posts a signed notice to another system. Its body is the same in every attempt, so that a
 * receiver that knows `id` (also `Idempotency-Key`) takes it once.
 */
export const postSigned = async (
  call: EffectCall,
  told: { url: string; credential_id: string; notice: Notice; data: unknown },
): Promise<Done | Failed> => {
  const credential = await credentialOf(call, told.credential_id, ['signing_secret']);
  if (isFailed(credential)) return credential;
  const send = async () => {
    const url = parseTarget(told.url, 'request');
    const problem = problemWithTarget(credential, url);
    if (problem) return problem;
    const { subject, message } = told.notice;
    const body = JSON.stringify({ id: call.key, subject, message, data: told.data });
    const headers = signatureHeaders(credential.secret, body, call.now);
    return post(call, { channel: 'webhook', url, body, headers });
  };
  return send().catch(failedBy);
};
