import { list, optional, readyMade, text } from '../ready-made.schema.ts';

const zone = text('zone', 'Zone', 'The id of the zone, of 32 letters and digits.');
const rules = '/zones/{zone}/firewall/access_rules/rules';

export const cloudflareActions = readyMade('cloudflare', {
  block_address: {
    name: 'Block an address at Cloudflare',
    description: 'Refuses every request of an IP address to a zone.',
    asks: true,
    parameters: [
      zone,
      text('address', 'IP address', 'The address that is blocked.'),
      optional(text('notes', 'Notes', 'Why it is blocked.')),
    ],
    call: {
      method: 'POST',
      path: rules,
      body: {
        mode: 'block',
        configuration: { target: 'ip', value: '{address}' },
        notes: '{notes}',
      },
      result: '/result',
    },
  },
  unblock_address: {
    name: 'Unblock an address at Cloudflare',
    description: 'Deletes the rule of a zone that blocks an address.',
    asks: true,
    parameters: [zone, text('rule', 'Rule', 'The id of the access rule.')],
    call: { method: 'DELETE', path: `${rules}/{rule}`, result: '/result' },
  },
  purge_files: {
    name: 'Purge files from the cache of Cloudflare',
    description: 'Makes the next requests of some addresses go to the origin.',
    parameters: [zone, list('files', 'Addresses', 'The addresses of the files, with https://.')],
    call: {
      method: 'POST',
      path: '/zones/{zone}/purge_cache',
      body: { files: '{files}' },
      result: '/result',
    },
  },
});
