import { list, oneOf, optional, readyMade, text, withDefault } from '../ready-made.schema.ts';

const zone = text('zone', 'Zone', 'The id of the zone: 32 letters and digits.');
const account = text('account', 'Account', 'The id of the account: 32 letters and digits.');
const rules = '/firewall/access_rules/rules';
const result = '/result';

const kinds = 'ip for an IPv4 address, ip6 for an IPv6 address, ip_range for a network.';
const address = [
  text('address', 'IP address', 'The address to block.'),
  withDefault('ip', oneOf(['ip', 'ip6', 'ip_range'], text('kind', 'Kind', kinds))),
  optional(text('notes', 'Notes', 'Why it is blocked.')),
];
const blocked = {
  mode: 'block',
  configuration: { target: '{kind}', value: '{address}' },
  notes: '{notes}',
};

export const cloudflareActions = readyMade('cloudflare', {
  block_address: {
    name: 'Block an address at Cloudflare',
    description: 'Blocks all requests from an IP address to a zone.',
    needsApproval: true,
    parameters: [zone, ...address],
    call: { method: 'POST', path: `/zones/{zone}${rules}`, body: blocked, result },
  },
  block_address_everywhere: {
    name: 'Block an address for all zones of Cloudflare',
    description: 'Blocks all requests from an IP address to all zones of an account.',
    needsApproval: true,
    parameters: [account, ...address],
    call: { method: 'POST', path: `/accounts/{account}${rules}`, body: blocked, result },
  },
  unblock_address: {
    name: 'Unblock an address at Cloudflare',
    description: 'Deletes the rule of a zone that blocks an address.',
    needsApproval: true,
    parameters: [zone, text('rule', 'Rule', 'The id of the access rule.')],
    call: { method: 'DELETE', path: `/zones/{zone}${rules}/{rule}`, result },
  },
  add_to_list: {
    name: 'Add an entry to a Cloudflare Gateway list',
    description: 'Adds a domain, an address or a URL to a list that Zero Trust policies use.',
    needsApproval: true,
    parameters: [
      account,
      text('list', 'List', 'The id of the list.'),
      text('value', 'Value', 'A domain, an address or a URL, depending on the type of the list.'),
    ],
    call: {
      method: 'PATCH',
      path: '/accounts/{account}/gateway/lists/{list}',
      body: { append: [{ value: '{value}' }] },
      result,
    },
  },
  change_record: {
    name: 'Change a DNS record at Cloudflare',
    description: 'Changes the content of a DNS record, for example to point to a standby.',
    needsApproval: true,
    parameters: [
      zone,
      text('record', 'Record', 'The id of the record: 32 letters and digits.'),
      text('content', 'Content', 'An address, or a host name for a CNAME.'),
      optional(text('comment', 'Comment', 'Why it was changed; kept with the record.')),
    ],
    call: {
      method: 'PATCH',
      path: '/zones/{zone}/dns_records/{record}',
      body: { content: '{content}', comment: '{comment}' },
      result,
    },
  },
  purge_files: {
    name: 'Purge files from the cache of Cloudflare',
    description: 'Removes files from the cache; the next requests for them go to the origin.',
    parameters: [zone, list('files', 'Addresses', 'The addresses of the files, with https://.')],
    call: {
      method: 'POST',
      path: '/zones/{zone}/purge_cache',
      body: { files: '{files}' },
      result,
    },
  },
});
