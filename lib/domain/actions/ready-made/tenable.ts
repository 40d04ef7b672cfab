import { readyMade, text } from '../ready-made.schema.ts';

export const tenableActions = readyMade('tenable', {
  launch_scan: {
    name: 'Launch a Tenable scan',
    description: 'Starts a scan that is already configured.',
    parameters: [text('scan', 'Scan', 'The id or the UUID of the scan.')],
    call: { method: 'POST', path: '/scans/{scan}/launch' },
  },
  list_vulnerabilities: {
    name: 'List the vulnerabilities of a Tenable asset',
    description: 'Reads what scans have found on an asset.',
    parameters: [text('asset', 'Asset', 'The UUID of the asset.')],
    call: {
      method: 'GET',
      path: '/workbenches/assets/{asset}/vulnerabilities',
      result: '/vulnerabilities',
    },
  },
});
