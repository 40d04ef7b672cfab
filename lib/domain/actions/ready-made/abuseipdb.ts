import { longText, number, readyMade, text, withDefault } from '../ready-made.schema.ts';

const address = text('address', 'IP address', 'An IPv4 or IPv6 address.');

export const abuseipdbActions = readyMade('abuseipdb', {
  check_address: {
    name: 'Check an address at AbuseIPDB',
    description: 'Reads the abuse confidence score of an IP address, from 0 to 100.',
    parameters: [
      address,
      withDefault(30, number('days', 'Days', 'The maximum age of the reports: 1 to 365.')),
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
    description: 'Reports an attack from an IP address. The comment is public.',
    parameters: [
      address,
      text('categories', 'Categories', 'Numbers of categories, separated by commas: 18,22.'),
      longText('comment', 'Comment', 'What happened, without any data of your organisation.'),
    ],
    call: {
      method: 'POST',
      path: '/api/v2/report',
      form: { ip: '{address}', categories: '{categories}', comment: '{comment}' },
      result: '/data',
    },
  },
});
