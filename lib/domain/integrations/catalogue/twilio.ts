import type { IntegrationType } from '../catalogue-entry.schema.ts';

export const twilio: IntegrationType = {
  name: 'twilio',
  displayName: 'Twilio',
  category: 'Communication',
  description: 'Send text messages to people on call, and phone them.',
  badge: { letters: 'Tw', colour: '#b5121b' },
  form: [
    {
      name: 'account_sid',
      label: 'Account SID',
      type: 'text',
      required: true,
      rule: 'host_label',
      description: 'Shown on the first page of the Twilio console.',
      placeholder: 'AC…',
    },
    {
      name: 'auth_token',
      label: 'Auth token',
      type: 'password',
      required: true,
      description: 'Shown next to the SID.',
    },
  ],
  auth: { kind: 'basic', user: '{account_sid}', password: '{auth_token}' },
  base_url: 'https://api.twilio.com',
  test: {
    kind: 'call',
    method: 'GET',
    path: '/2010-04-01/Accounts/{account_sid}.json',
    shows: '/friendly_name',
  },
};
