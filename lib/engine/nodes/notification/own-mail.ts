import { createHash } from 'node:crypto';
import type { IntegrationSetting } from '#lib/domain/bots/nodes/integration-setting.schema.ts';
import { mailCall } from '#lib/domain/bots/nodes/notification.rules.ts';
import { permissionsOf } from '#lib/domain/integrations/aws/permissions.rules.ts';
import { authOf, fillTemplate } from '#lib/domain/integrations/call.rules.ts';
import type { ChosenAuth } from '#lib/domain/integrations/catalogue-entry.schema.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import {
  awsAccountOf,
  callFailureOf,
  deletedAccountText,
  requestTo,
  sessionNameOf,
} from '../../integrations/aws-account.ts';
import { sendThroughServer } from '../../integrations/mail-server.ts';
import { secretMasker } from '#lib/kernel/secret-masking.ts';
import { OutgoingError } from '../../outgoing/request.ts';
import { isFailed } from '../call-failure.ts';
import { integrationOf } from '../integration.ts';
import { type Done, type EffectCall, type Failed, failed, failedForGood } from '../node.ts';
import { unpublishedCallFailure } from '../unpublished.ts';

/** A Message-ID that is the same for every attempt, so that mail programs show duplicates once. */
const messageIdOf = (key: string, from: string): string => {
  const id = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return `<${id}@${from.split('@').at(-1)}>`;
};

type OwnMail = { to: string[]; subject: string; text: string };

/** Sends a mail through a mail server of the organisation. */
const sendBySmtp = async (
  call: EffectCall,
  auth: Extract<ChosenAuth, { kind: 'smtp' }>,
  integration: OpenedIntegration,
  mail: OwnMail,
): Promise<Done | Failed> => {
  const { values } = integration;
  const from = values.from ?? '';
  const messageId = messageIdOf(call.key, from);
  const maskSecrets = secretMasker(integration);
  try {
    const outcome = await sendThroughServer(auth, values, call.deps, { ...mail, from, messageId });
    if ('refused' in outcome)
      return (outcome.isRetryable ? failed : failedForGood)(maskSecrets(outcome.refused));
    const { done: refused } = outcome;
    const output = { channel: 'email', to: mail.to, ...(refused.length > 0 && { refused }) };
    return { type: 'done', output, handle: 'next' };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return failed(maskSecrets(error.message));
  }
};

/** The longest time (ms) of a call of SES. */
const sesTimeout = 15_000;

const inUtf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

/** Sends a mail through SES in an AWS account of the organisation. */
const sendBySes = async (
  effect: EffectCall,
  auth: Extract<ChosenAuth, { kind: 'aws_account' }>,
  integration: OpenedIntegration,
  { to, subject, text }: OwnMail,
): Promise<Done | Failed> => {
  const account = awsAccountOf(integration);
  if (!account) return failedForGood(deletedAccountText(integration));
  const { deps, key } = effect;
  const { accountId: integration_id, values } = integration;
  const region = fillTemplate(auth.region, values);
  const permissions = permissionsOf(mailCall);
  const outside = unpublishedCallFailure(effect, {
    integration_id,
    permissions,
    region,
    isDefault: true,
  });
  if (outside) return outside;
  const request = requestTo(account, {
    call: mailCall,
    region,
    parameters: {
      FromEmailAddress: values.from ?? '',
      Destination: { ToAddresses: to },
      Content: { Simple: { Subject: inUtf8(subject), Body: { Text: inUtf8(text) } } },
    },
    session: sessionNameOf(key),
    timeoutMs: sesTimeout,
  });
  const reply = await deps.aws(request);
  if (reply.kind === 'answered') {
    return { type: 'done', output: { channel: 'email', to }, handle: 'next' };
  }
  const { reason, again } = callFailureOf(reply, request, account.alias);
  return (again ? failed : failedForGood)(reason);
};

/** Sends a mail through a mail server of the organisation, or SES in one of its accounts. */
export const sendByOwnServer = async (
  call: EffectCall,
  setting: IntegrationSetting,
  mail: OwnMail,
): Promise<Done | Failed> => {
  const integration = await integrationOf(call, setting, 'mail');
  if (isFailed(integration)) return integration;
  const { type, values } = integration;
  const auth = authOf(type, values);
  if (auth.kind === 'smtp') return sendBySmtp(call, auth, integration, mail);
  if (auth.kind === 'aws_account') return sendBySes(call, auth, integration, mail);
  throw new Error(`${type.name} is not a mail server.`);
};
