import { optional, readyMade, text, withDefault } from '../ready-made.schema.ts';

const addresses = text('addresses', 'Addresses', 'IP addresses and ranges, separated by commas.');

/** Qualys returns XML, which nodes receive as text. */
export const qualysActions = readyMade('qualys', {
  list_detections: {
    name: 'List Qualys detections',
    description: 'Reads what scans have found on up to 100 hosts, as XML.',
    parameters: [
      addresses,
      withDefault('4,5', text('severities', 'Severities', 'From 1 to 5, such as 4,5 or 3-5.')),
    ],
    call: {
      method: 'GET',
      path: '/api/2.0/fo/asset/host/vm/detection/',
      query: {
        action: 'list',
        ips: '{addresses}',
        severities: '{severities}',
        truncation_limit: '100',
      },
    },
  },
  launch_scan: {
    name: 'Launch a Qualys scan',
    description: 'Begins a vulnerability scan of hosts.',
    parameters: [
      text('title', 'Title', 'The title of the scan.'),
      addresses,
      text('profile', 'Option profile', 'The title of the option profile.'),
      optional(text('scanner', 'Scanner', 'The name of an appliance. If blank, External is used.')),
    ],
    call: {
      method: 'POST',
      path: '/api/2.0/fo/scan/',
      form: {
        action: 'launch',
        scan_title: '{title}',
        ip: '{addresses}',
        option_title: '{profile}',
        iscanner_name: '{scanner}',
      },
    },
  },
  cancel_scan: {
    name: 'Cancel a Qualys scan',
    description: 'Ends a scan that is under way; what it has found so far is kept.',
    parameters: [text('scan', 'Scan', 'Its reference: scan/1344842952.01234.')],
    call: {
      method: 'POST',
      path: '/api/2.0/fo/scan/',
      form: { action: 'cancel', scan_ref: '{scan}' },
    },
  },
});
