import { readyMade, text } from '../ready-made.schema.ts';

const account = text(
  'account',
  'Service account',
  'Its e-mail address: bot@my-project.iam.gserviceaccount.com.',
);
const key = text('key', 'Key', 'The id of the key: 40 letters and digits.');
const accountPath = 'https://iam.googleapis.com/v1/projects/-/serviceAccounts/{account}';
const keyPath = `${accountPath}/keys/{key}`;

const project = text('project', 'Project', 'The id of the project.');
const machine = [
  project,
  text('zone', 'Zone', 'The zone, such as europe-west1-b.'),
  text('machine', 'Virtual machine', 'The name of the instance.'),
];
const label = [
  text('key', 'Label', 'Its key: lowercase letters, digits, hyphens and underscores.'),
  text('value', 'Value', 'The value of the label, with the same characters.'),
];
const compute = 'https://compute.googleapis.com/compute/v1/projects/{project}';
const machinePath = `${compute}/zones/{zone}/instances/{machine}`;

export const gcpActions = readyMade('gcp', {
  disable_service_account_key: {
    name: 'Disable a key of a Google Cloud service account',
    description: 'Whatever uses the key stops working; the key can be enabled again.',
    needsApproval: true,
    parameters: [account, key],
    call: { method: 'POST', path: `${keyPath}:disable` },
  },
  enable_service_account_key: {
    name: 'Enable a key of a Google Cloud service account',
    description: 'Lets a disabled key be used again.',
    needsApproval: true,
    parameters: [account, key],
    call: { method: 'POST', path: `${keyPath}:enable` },
  },
  delete_service_account_key: {
    name: 'Delete a key of a Google Cloud service account',
    description: 'Deletes a key for good: nobody can get it back.',
    needsApproval: true,
    parameters: [account, key],
    call: { method: 'DELETE', path: keyPath },
  },
  disable_service_account: {
    name: 'Disable a Google Cloud service account',
    description: 'Nothing can act as the account until it is enabled again.',
    needsApproval: true,
    parameters: [account],
    call: { method: 'POST', path: `${accountPath}:disable` },
  },
  enable_service_account: {
    name: 'Enable a Google Cloud service account',
    description: 'Lets a disabled account be used again.',
    needsApproval: true,
    parameters: [account],
    call: { method: 'POST', path: `${accountPath}:enable` },
  },
  stop_machine: {
    name: 'Stop a Google Cloud virtual machine',
    description: 'Begins to stop an instance of Compute Engine.',
    needsApproval: true,
    parameters: machine,
    call: { method: 'POST', path: `${machinePath}/stop` },
  },
  start_machine: {
    name: 'Start a Google Cloud virtual machine',
    description: 'Begins to start an instance that was stopped.',
    parameters: machine,
    call: { method: 'POST', path: `${machinePath}/start` },
  },
  forbid_public_access: {
    name: 'Prevent public access to a Google Cloud bucket',
    description: 'Enforces public access prevention: grants to allUsers have no effect any more.',
    needsApproval: true,
    parameters: [text('bucket', 'Bucket', 'Its name.')],
    call: {
      method: 'PATCH',
      path: 'https://storage.googleapis.com/storage/v1/b/{bucket}',
      body: { iamConfiguration: { publicAccessPrevention: 'enforced' } },
    },
  },
  label_bucket: {
    name: 'Label a Google Cloud bucket',
    description: 'Sets one label of a bucket; its other labels stay.',
    parameters: [text('bucket', 'Bucket', 'Its name.'), ...label],
    call: {
      method: 'PATCH',
      path: 'https://storage.googleapis.com/storage/v1/b/{bucket}',
      body: { labels: { '{key}': '{value}' } },
    },
  },
  label_dataset: {
    name: 'Label a BigQuery dataset',
    description: 'Sets one label of a dataset; its other labels stay.',
    parameters: [project, text('dataset', 'Dataset', 'The id of the dataset.'), ...label],
    call: {
      method: 'PATCH',
      path: 'https://bigquery.googleapis.com/bigquery/v2/projects/{project}/datasets/{dataset}',
      body: { labels: { '{key}': '{value}' } },
    },
  },
  label_database: {
    name: 'Label a Google Cloud SQL instance',
    description: 'Sets one label of an instance of Cloud SQL; its other labels stay.',
    parameters: [project, text('instance', 'Instance', 'The id of the instance.'), ...label],
    call: {
      method: 'PATCH',
      path: 'https://sqladmin.googleapis.com/v1/projects/{project}/instances/{instance}',
      body: { settings: { userLabels: { '{key}': '{value}' } } },
    },
  },
  disable_firewall_rule: {
    name: 'Disable a Google Cloud firewall rule',
    description: 'Disables a rule without deleting it; traffic that only it allowed is blocked.',
    needsApproval: true,
    parameters: [project, text('rule', 'Rule', 'The name of the firewall rule.')],
    call: {
      method: 'PATCH',
      path: `${compute}/global/firewalls/{rule}`,
      body: { disabled: true },
    },
  },
});
