import { longText, number, readyMade, text, usually } from '../ready-made.schema.ts';

const address = text('address', 'IP address', 'An IPv4 or IPv6 address.');

export const abuseipdbActions = readyMade('abuseipdb', {
  check_address: {
    name: 'Check an address at AbuseIPDB',
    description: 'Reads how likely it is that an IP address attacks, from 0 to 100.',
    parameters: [
      address,
      usually(30, number('days', 'Days', 'How old the reports may be: 1 to 365.')),
    ],
    call: {
      method: 'GET',
      path: '/api/v2/check',
      query: { ipAddress: '{address}', maxAgeInDays: '{days}' },
      result: '/data',
    },
  },
  report_address: {
    name: 'Report an address to AbuseIPDB',
    description: 'Reports an attack; everybody can read the comment.',
    parameters: [
      address,
      text('categories', 'Categories', 'Their numbers, separated by commas: 18,22.'),
      longText('comment', 'Comment', 'What happened, without data of your own.'),
    ],
    call: {
      method: 'POST',
      path: '/api/v2/report',
      form: { ip: '{address}', categories: '{categories}', comment: '{comment}' },
      result: '/data',
    },
  },
});
