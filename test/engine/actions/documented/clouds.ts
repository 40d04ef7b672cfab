import type { DocumentedActions } from './exchange.ts';

const arm = 'https://management.azure.com/subscriptions/s-1/resourceGroups/rg-1/providers';
const machine = { subscription: 's-1', resource_group: 'rg-1', machine: 'vm-1' };
const azureMachine = `${arm}/Microsoft.Compute/virtualMachines/vm-1`;
const zone = '023e105f4ecef8ad9ca31a8372d0c353';
const cloudflare = `https://api.cloudflare.com/client/v4/zones/${zone}`;
const rule = '92f17202ed8bd63d69a66b86a49a8f6b';
const droplets = 'https://api.digitalocean.com/v2/droplets';
const inProgress = { action: { id: 36804636, status: 'in-progress' } };

export const clouds: DocumentedActions = {
  'azure.stop_machine': {
    given: machine,
    call: `POST ${azureMachine}/deallocate?api-version=2024-07-01`,
    answer: [202],
  },
  'azure.start_machine': {
    given: machine,
    call: `POST ${azureMachine}/start?api-version=2024-07-01`,
    answer: [202],
  },
  'cloudflare.block_address': {
    given: { zone, address: '198.51.100.4', notes: 'Scans us' },
    call: `POST ${cloudflare}/firewall/access_rules/rules`,
    body: {
      mode: 'block',
      configuration: { target: 'ip', value: '198.51.100.4' },
      notes: 'Scans us',
    },
    answer: [200, { success: true, errors: [], messages: [], result: { id: rule } }],
    result: { id: rule },
  },
  'cloudflare.unblock_address': {
    given: { zone, rule },
    call: `DELETE ${cloudflare}/firewall/access_rules/rules/${rule}`,
    answer: [200, { success: true, errors: [], messages: [], result: { id: rule } }],
    result: { id: rule },
  },
  'cloudflare.purge_files': {
    given: { zone, files: ['https://www.example.com/a.css'] },
    call: `POST ${cloudflare}/purge_cache`,
    body: { files: ['https://www.example.com/a.css'] },
    answer: [200, { success: true, errors: [], messages: [], result: { id: zone } }],
    result: { id: zone },
  },
  'digitalocean.snapshot_droplet': {
    given: { droplet: 3164450, name: 'Nifty' },
    call: `POST ${droplets}/3164450/actions`,
    body: { type: 'snapshot', name: 'Nifty' },
    answer: [201, inProgress],
    result: inProgress.action,
  },
  'digitalocean.shut_down_droplet': {
    given: { droplet: 3164450 },
    call: `POST ${droplets}/3164450/actions`,
    body: { type: 'shutdown' },
    answer: [201, inProgress],
    result: inProgress.action,
  },
};
