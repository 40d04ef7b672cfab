import { number, readyMade, text } from '../ready-made.schema.ts';

const droplet = number('droplet', 'Droplet', 'The id of the droplet.');
const path = '/v2/droplets/{droplet}/actions';
const result = '/action';

export const digitaloceanActions = readyMade('digitalocean', {
  snapshot_droplet: {
    name: 'Snapshot a DigitalOcean droplet',
    description: 'Starts a snapshot of a droplet.',
    parameters: [droplet, text('name', 'Name', 'The name of the snapshot.')],
    call: { method: 'POST', path, body: { type: 'snapshot', name: '{name}' }, result },
  },
  shut_down_droplet: {
    name: 'Shut down a DigitalOcean droplet',
    description: 'Asks the operating system of a droplet to shut down.',
    needsApproval: true,
    parameters: [droplet],
    call: { method: 'POST', path, body: { type: 'shutdown' }, result },
  },
});
