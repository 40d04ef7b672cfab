import { readyMade, text } from '../ready-made.schema.ts';

const machine = [
  text('subscription', 'Subscription', 'The id of the subscription.'),
  text('resource_group', 'Resource group', 'Its name.'),
  text('machine', 'Virtual machine', 'Its name.'),
];
const path =
  '/subscriptions/{subscription}/resourceGroups/{resource_group}' +
  '/providers/Microsoft.Compute/virtualMachines/{machine}';
const query = { 'api-version': '2024-07-01' };

export const azureActions = readyMade('azure', {
  stop_machine: {
    name: 'Stop an Azure virtual machine',
    description: 'Deallocates a virtual machine: it stops, and costs no compute.',
    asks: true,
    parameters: machine,
    call: { method: 'POST', path: `${path}/deallocate`, query },
  },
  start_machine: {
    name: 'Start an Azure virtual machine',
    description: 'Starts a virtual machine that was stopped.',
    parameters: machine,
    call: { method: 'POST', path: `${path}/start`, query },
  },
});
