import { readyMade, text } from '../ready-made.schema.ts';

const group = [
  text('subscription', 'Subscription', 'The id of the subscription.'),
  text('resource_group', 'Resource group', 'Its name.'),
];
const providers = '/subscriptions/{subscription}/resourceGroups/{resource_group}/providers';
const compute = `${providers}/Microsoft.Compute`;

const machine = [...group, text('machine', 'Virtual machine', 'Its name.')];
const machinePath = `${compute}/virtualMachines/{machine}`;
const query = { 'api-version': '2024-07-01' };
const diskQuery = { 'api-version': '2023-04-02' };

export const azureActions = readyMade('azure', {
  stop_machine: {
    name: 'Stop an Azure virtual machine',
    description: 'Stops and deallocates a virtual machine; compute is no longer billed.',
    needsApproval: true,
    parameters: machine,
    call: { method: 'POST', path: `${machinePath}/deallocate`, query },
  },
  start_machine: {
    name: 'Start an Azure virtual machine',
    description: 'Starts a virtual machine that was stopped.',
    parameters: machine,
    call: { method: 'POST', path: `${machinePath}/start`, query },
  },
  restart_machine: {
    name: 'Restart an Azure virtual machine',
    description: 'Restarts a running virtual machine.',
    needsApproval: true,
    parameters: machine,
    call: { method: 'POST', path: `${machinePath}/restart`, query },
  },
  forbid_public_blobs: {
    name: 'Disallow public blob access to an Azure storage account',
    description: 'Disallows anonymous access to all blobs, whatever the settings of containers.',
    needsApproval: true,
    parameters: [...group, text('account', 'Storage account', 'Its name.')],
    call: {
      method: 'PATCH',
      path: `${providers}/Microsoft.Storage/storageAccounts/{account}`,
      query: { 'api-version': '2023-01-01' },
      body: { properties: { allowBlobPublicAccess: false } },
    },
  },
  delete_disk: {
    name: 'Delete an Azure disk',
    description: 'Deletes a managed disk that no machine uses, for good.',
    needsApproval: true,
    parameters: [...group, text('disk', 'Disk', 'Its name.')],
    call: { method: 'DELETE', path: `${compute}/disks/{disk}`, query: diskQuery },
  },
  delete_snapshot: {
    name: 'Delete an Azure snapshot',
    description: 'Deletes a snapshot of a disk, for good.',
    needsApproval: true,
    parameters: [...group, text('snapshot', 'Snapshot', 'Its name.')],
    call: { method: 'DELETE', path: `${compute}/snapshots/{snapshot}`, query: diskQuery },
  },
});
