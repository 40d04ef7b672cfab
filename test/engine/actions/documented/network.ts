import type { DocumentedActions } from './exchange.ts';

const zone = '023e105f4ecef8ad9ca31a8372d0c353';
const account = '699d98642c564d2e855e9661899b7252';
const cloudflare = 'https://api.cloudflare.com/client/v4';
const rule = '92f17202ed8bd63d69a66b86a49a8f6b';
const list = 'f174e90a-fafe-4643-bbbc-4a0ed4fc8415';
const record = '372e67954025e0ba6aaa6d586b9e0b59';
const cloudflareAnswer = (result: object) => ({ success: true, errors: [], messages: [], result });
const blocked = {
  mode: 'block',
  configuration: { target: 'ip', value: '198.51.100.4' },
  notes: 'Scans us',
};

/** Services in front of applications, and services that phone people. */
export const network: DocumentedActions = {
  'cloudflare.block_address': {
    given: { zone, address: '198.51.100.4', notes: 'Scans us' },
    call: `POST ${cloudflare}/zones/${zone}/firewall/access_rules/rules`,
    body: blocked,
    answer: [200, cloudflareAnswer({ id: rule })],
    result: { id: rule },
  },
  'cloudflare.block_address_everywhere': {
    given: { account, address: '2001:db8::1', kind: 'ip6', notes: 'Scans us' },
    call: `POST ${cloudflare}/accounts/${account}/firewall/access_rules/rules`,
    body: { ...blocked, configuration: { target: 'ip6', value: '2001:db8::1' } },
    answer: [200, cloudflareAnswer({ id: rule })],
    result: { id: rule },
  },
  'cloudflare.unblock_address': {
    given: { zone, rule },
    call: `DELETE ${cloudflare}/zones/${zone}/firewall/access_rules/rules/${rule}`,
    answer: [200, cloudflareAnswer({ id: rule })],
    result: { id: rule },
  },
  'cloudflare.add_to_list': {
    given: { account, list, value: 'bad.example' },
    call: `PATCH ${cloudflare}/accounts/${account}/gateway/lists/${list}`,
    body: { append: [{ value: 'bad.example' }] },
    answer: [200, cloudflareAnswer({ id: list, count: 20 })],
    result: { id: list, count: 20 },
  },
  'cloudflare.change_record': {
    given: { zone, record, content: 'standby.example.com', comment: 'Failover' },
    call: `PATCH ${cloudflare}/zones/${zone}/dns_records/${record}`,
    body: { content: 'standby.example.com', comment: 'Failover' },
    answer: [200, cloudflareAnswer({ id: record, content: 'standby.example.com' })],
    result: { id: record, content: 'standby.example.com' },
  },
  'cloudflare.purge_files': {
    given: { zone, files: ['https://www.example.com/a.css'] },
    call: `POST ${cloudflare}/zones/${zone}/purge_cache`,
    body: { files: ['https://www.example.com/a.css'] },
    answer: [200, cloudflareAnswer({ id: zone })],
    result: { id: zone },
  },
  'twilio.send_message': {
    given: { account: 'AC123', from: '+15005550006', to: '+15558675310', message: 'Site down' },
    call: 'POST https://api.twilio.com/2010-04-01/Accounts/AC123/Messages.json',
    body: 'To=%2B15558675310&From=%2B15005550006&Body=Site+down',
    answer: [201, { sid: 'SM123', status: 'queued' }],
  },
};
