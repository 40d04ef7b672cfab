import type { DocumentedActions } from './exchange.ts';

const arm = 'https://management.azure.com/subscriptions/s-1/resourceGroups/rg-1/providers';
const group = { subscription: 's-1', resource_group: 'rg-1' };
const machine = { ...group, machine: 'vm-1' };
const azureMachine = `${arm}/Microsoft.Compute/virtualMachines/vm-1`;
const droplets = 'https://api.digitalocean.com/v2/droplets';
const inProgress = { action: { id: 36804636, status: 'in-progress' } };

const account = 'bot@acme.iam.gserviceaccount.com';
const key = '0123456789abcdef0123456789abcdef01234567';
const iam = 'https://iam.googleapis.com/v1/projects/-/serviceAccounts/bot%40acme.iam.gserviceaccount.com';
const instance = { project: 'acme', zone: 'europe-west1-b', machine: 'web-1' };
const compute = 'https://compute.googleapis.com/compute/v1/projects/acme';
const operation = { kind: 'compute#operation', status: 'RUNNING' };

const google: DocumentedActions = {
  'gcp.disable_service_account_key': {
    given: { account, key },
    call: `POST ${iam}/keys/${key}:disable`,
    answer: [200, {}],
  },
  'gcp.enable_service_account_key': {
    given: { account, key },
    call: `POST ${iam}/keys/${key}:enable`,
    answer: [200, {}],
  },
  'gcp.delete_service_account_key': {
    given: { account, key },
    call: `DELETE ${iam}/keys/${key}`,
    answer: [200, {}],
  },
  'gcp.disable_service_account': {
    given: { account },
    call: `POST ${iam}:disable`,
    answer: [200, {}],
  },
  'gcp.enable_service_account': {
    given: { account },
    call: `POST ${iam}:enable`,
    answer: [200, {}],
  },
  'gcp.stop_machine': {
    given: instance,
    call: `POST ${compute}/zones/europe-west1-b/instances/web-1/stop`,
    answer: [200, operation],
  },
  'gcp.start_machine': {
    given: instance,
    call: `POST ${compute}/zones/europe-west1-b/instances/web-1/start`,
    answer: [200, operation],
  },
  'gcp.forbid_public_access': {
    given: { bucket: 'photos' },
    call: 'PATCH https://storage.googleapis.com/storage/v1/b/photos',
    body: { iamConfiguration: { publicAccessPrevention: 'enforced' } },
    answer: [200, { kind: 'storage#bucket', name: 'photos' }],
  },
  'gcp.label_bucket': {
    given: { bucket: 'photos', key: 'owner', value: 'team-a' },
    call: 'PATCH https://storage.googleapis.com/storage/v1/b/photos',
    body: { labels: { owner: 'team-a' } },
    answer: [200, { kind: 'storage#bucket', labels: { owner: 'team-a', stage: 'live' } }],
  },
  'gcp.label_dataset': {
    given: { project: 'acme', dataset: 'sales', key: 'owner', value: 'team-a' },
    call: 'PATCH https://bigquery.googleapis.com/bigquery/v2/projects/acme/datasets/sales',
    body: { labels: { owner: 'team-a' } },
    answer: [200, { kind: 'bigquery#dataset', labels: { owner: 'team-a' } }],
  },
  'gcp.label_database': {
    given: { project: 'acme', instance: 'shop', key: 'owner', value: 'team-a' },
    call: 'PATCH https://sqladmin.googleapis.com/v1/projects/acme/instances/shop',
    body: { settings: { userLabels: { owner: 'team-a' } } },
    answer: [200, { kind: 'sql#operation', status: 'PENDING' }],
  },
  'gcp.disable_firewall_rule': {
    given: { project: 'acme', rule: 'allow-ssh' },
    call: `PATCH ${compute}/global/firewalls/allow-ssh`,
    body: { disabled: true },
    answer: [200, operation],
  },
};

export const clouds: DocumentedActions = {
  ...google,
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
  'azure.restart_machine': {
    given: machine,
    call: `POST ${azureMachine}/restart?api-version=2024-07-01`,
    answer: [202],
  },
  'azure.forbid_public_blobs': {
    given: { ...group, account: 'photos' },
    call: `PATCH ${arm}/Microsoft.Storage/storageAccounts/photos?api-version=2023-01-01`,
    body: { properties: { allowBlobPublicAccess: false } },
    answer: [200, { name: 'photos', properties: { allowBlobPublicAccess: false } }],
  },
  'azure.delete_disk': {
    given: { ...group, disk: 'data-1' },
    call: `DELETE ${arm}/Microsoft.Compute/disks/data-1?api-version=2023-04-02`,
    answer: [202],
  },
  'azure.delete_snapshot': {
    given: { ...group, snapshot: 'data-1-old' },
    call: `DELETE ${arm}/Microsoft.Compute/snapshots/data-1-old?api-version=2023-04-02`,
    answer: [202],
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
