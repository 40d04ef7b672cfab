import { readyMade, text } from '../ready-made.schema.ts';

export const shodanActions = readyMade('shodan', {
  look_up_address: {
    name: 'Look up an IP address at Shodan',
    description: 'Reads which ports and services an IP address exposes to the internet.',
    parameters: [text('address', 'IP address', 'The address to look up.')],
    call: { method: 'GET', path: '/shodan/host/{address}' },
  },
});
