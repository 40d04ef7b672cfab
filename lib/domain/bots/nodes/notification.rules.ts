import { accountServices } from '../../integrations/aws/account-services.schema.ts';
import { none, type Reach, type Settings, through } from '../node-reach.rules.ts';
import { usedSettings } from '../settings.rules.ts';
import { notificationSettings } from './notification.schema.ts';

const { mail_server, integration } = notificationSettings.shape;

/** What sends a mail by SES in an account. */
export const mailCall = { service: accountServices.aws_ses, operation: 'SendEmail' } as const;

const serverOf = (used: Settings) => mail_server.safeParse(used['mail_server']).data;

/** What Cloudwarden mails itself leaves by no integration, and what SES sends is a call of AWS. */
const calls: Reach['calls'] = (settings) => {
  const used = usedSettings('notification', settings);
  const server = serverOf(used);
  const chat = integration.safeParse(used['integration']).data;
  if (server?.id !== undefined && server.type !== 'aws_ses') {
    return [through(server.id, { method: 'SMTP', host: 'default' })];
  }
  return chat?.id === undefined ? [] : [through(chat.id, { method: 'POST', host: 'default' })];
};

/** A mail goes out in the region of its integration: no setting names another one. */
const inAws: Reach['inAws'] = (settings) => {
  const { type, id } = serverOf(usedSettings('notification', settings)) ?? {};
  return type !== 'aws_ses' || id === undefined ? [] : [{ integration_id: id, call: mailCall }];
};

export const notificationReach: Reach = { uses: {}, calls, inAws, questions: none };
