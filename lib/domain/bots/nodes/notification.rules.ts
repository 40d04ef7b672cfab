import { accountServices } from '../../integrations/aws/account-services.schema.ts';
import { emptyList, outsideCallOf, type Reach, type Settings } from '../node-reach.rules.ts';
import { usedSettings } from '../settings.rules.ts';
import { notificationSettings } from './notification.schema.ts';

const { mail_server, integration } = notificationSettings.shape;

/** The AWS call that sends a mail with SES. */
export const mailCall = { service: accountServices.aws_ses, operation: 'SendEmail' } as const;

const serverOf = (used: Settings) => mail_server.safeParse(used['mail_server']).data;

/** Mail sent by Cloudwarden itself uses no integration, and mail sent with SES is an AWS call. */
const calls: Reach['calls'] = (settings) => {
  const used = usedSettings('notification', settings);
  const server = serverOf(used);
  const chat = integration.safeParse(used['integration']).data;
  if (server?.id !== undefined && server.type !== 'aws_ses') {
    return [outsideCallOf(server.id, { method: 'SMTP', host: 'default' })];
  }
  return chat?.id === undefined
    ? []
    : [outsideCallOf(chat.id, { method: 'POST', host: 'default' })];
};

/** A mail is sent in the region of its integration; no setting names another region. */
const inAws: Reach['inAws'] = (settings) => {
  const { type, id } = serverOf(usedSettings('notification', settings)) ?? {};
  return type !== 'aws_ses' || id === undefined ? [] : [{ integration_id: id, call: mailCall }];
};

export const notificationReach: Reach = { uses: {}, calls, inAws, questions: emptyList };
