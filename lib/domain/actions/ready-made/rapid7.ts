import { list, oneOf, optional, readyMade, text, withDefault } from '../ready-made.schema.ts';

const investigation = text('investigation', 'Investigation', 'Its id or RRN.');
const path = '/idr/v2/investigations/{investigation}';
// InsightIDR only serves these calls with this preview header.
const headers = { 'accept-version': 'investigations-preview' };

export const rapid7Actions = readyMade('rapid7', {
  list_investigations: {
    name: 'List Rapid7 investigations',
    description: 'Reads up to 100 investigations of InsightIDR with these statuses.',
    parameters: [
      withDefault(
        'OPEN,INVESTIGATING',
        text('statuses', 'Statuses', 'Any of OPEN, INVESTIGATING, WAITING, CLOSED, with commas.'),
      ),
    ],
    call: {
      method: 'GET',
      path: '/idr/v2/investigations',
      query: { statuses: '{statuses}', size: '100' },
      headers,
      result: '/data',
    },
  },
  set_status: {
    name: 'Set the status of a Rapid7 investigation',
    description: 'Changes the status of an investigation of InsightIDR.',
    parameters: [
      investigation,
      oneOf(
        ['OPEN', 'INVESTIGATING', 'WAITING', 'CLOSED'],
        text('status', 'Status', 'The new status.'),
      ),
    ],
    call: { method: 'PUT', path: `${path}/status/{status}`, headers },
  },
  assign: {
    name: 'Assign a Rapid7 investigation',
    description: 'Assigns an investigation of InsightIDR to a user.',
    parameters: [investigation, text('email', 'E-mail', 'The sign-in address of the assignee.')],
    call: {
      method: 'PUT',
      path: `${path}/assignee`,
      headers,
      body: { user_email_address: '{email}' },
    },
  },
  add_indicators: {
    name: 'Add indicators to a Rapid7 threat',
    description: 'Adds indicators to a community threat of yours, for InsightIDR to find.',
    parameters: [
      text('threat', 'Threat', 'The key of the threat.'),
      optional(list('ips', 'IP addresses', 'One per line.')),
      optional(list('domains', 'Domains', 'One per line.')),
      optional(list('hashes', 'Hashes', 'Hashes of programs, one per line.')),
      optional(list('urls', 'Addresses', 'URLs, one per line.')),
    ],
    call: {
      method: 'POST',
      path: '/idr/v1/customthreats/key/{threat}/indicators/add',
      query: { format: 'json' },
      body: { ips: '{ips}', domain_names: '{domains}', hashes: '{hashes}', urls: '{urls}' },
    },
  },
  search_assets: {
    name: 'Search Rapid7 assets',
    description: 'Reads up to 100 assets of InsightVM, with what was found on them.',
    parameters: [
      optional(text('asset', 'Assets', "A filter: ip = '10.0.0.7'.")),
      optional(text('vulnerability', 'Vulnerabilities', "A filter: severity IN ['Critical'].")),
    ],
    call: {
      method: 'POST',
      path: '/vm/v4/integration/assets',
      query: { size: '100' },
      body: { asset: '{asset}', vulnerability: '{vulnerability}' },
      result: '/data',
    },
  },
});
