import { longText, readyMade, text } from '../ready-made.schema.ts';

export const twilioActions = readyMade('twilio', {
  send_message: {
    name: 'Send a text message by Twilio',
    description: 'Sends an SMS, for example to who is on duty.',
    parameters: [
      text('account', 'Account SID', 'The same as in the integration: AC…'),
      text('from', 'From', 'A number of the account: +15005550006.'),
      text('to', 'To', 'The number of the phone, with + and the country.'),
      longText('message', 'Message', 'At most 1,600 characters.'),
    ],
    call: {
      method: 'POST',
      path: '/2010-04-01/Accounts/{account}/Messages.json',
      form: { To: '{to}', From: '{from}', Body: '{message}' },
    },
  },
});
