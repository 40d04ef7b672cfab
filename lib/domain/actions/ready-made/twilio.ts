import { longText, readyMade, text } from '../ready-made.schema.ts';

export const twilioActions = readyMade('twilio', {
  send_message: {
    name: 'Send a text message by Twilio',
    description: 'Sends an SMS, for example to the person on call.',
    parameters: [
      text('account', 'Account SID', 'The same as in the integration: AC…'),
      text('from', 'From', 'A phone number of the account, such as +15005550006.'),
      text('to', 'To', 'The phone number, with + and the country code.'),
      longText('message', 'Message', 'At most 1,600 characters.'),
    ],
    call: {
      method: 'POST',
      path: '/2010-04-01/Accounts/{account}/Messages.json',
      form: { To: '{to}', From: '{from}', Body: '{message}' },
    },
  },
});
