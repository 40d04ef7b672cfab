import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const smtp: IntegrationType = {
  name: 'smtp',
  displayName: 'SMTP mail server',
  category: 'Communication',
  description: 'Send the e-mails of bots with your own mail server.',
  badge: { letters: 'SM', colour: '#5f6b7a' },
  form: [
    {
      name: 'host',
      label: 'Server',
      type: 'text',
      required: true,
      rule: 'host_name',
      placeholder: 'smtp.example.com',
    },
    {
      name: 'port',
      label: 'Port',
      type: 'text',
      required: true,
      rule: 'port',
      default: '587',
      description: '587 for STARTTLS, 465 for TLS from the start.',
    },
    {
      name: 'user',
      label: 'User name',
      type: 'text',
      required: true,
      placeholder: 'automation@example.com',
    },
    {
      name: 'password',
      label: 'Password',
      type: 'password',
      required: true,
      description: 'The password of the account, or an app password if the account has MFA.',
    },
    {
      name: 'from',
      label: 'Sender address',
      type: 'text',
      required: true,
      rule: 'email',
      description: 'The sender of the e-mails. The account must be allowed to use it.',
      placeholder: 'automation@example.com',
    },
  ],
  auth: { kind: 'smtp', host: '{host}', port: '{port}', user: '{user}', password: '{password}' },
  test: { kind: 'sign_in', says: 'EHLO, STARTTLS and AUTH; no e-mail is sent' },
};
