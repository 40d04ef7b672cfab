import { readyMade, text } from '../ready-made.schema.ts';

const host = text('host', 'Host', 'The device id (AID) of the host.');

const hostAction = (action: string) => ({
  method: 'POST' as const,
  path: '/devices/entities/devices-actions/v2',
  query: { action_name: action },
  body: { ids: ['{host}'] },
  result: '/resources',
});

export const crowdstrikeActions = readyMade('crowdstrike', {
  get_host: {
    name: 'Read a CrowdStrike host',
    description: 'Reads the name, the operating system and the state of a host.',
    parameters: [host],
    call: {
      method: 'GET',
      path: '/devices/entities/devices/v2',
      query: { ids: '{host}' },
      result: '/resources/0',
    },
  },
  contain_host: {
    name: 'Contain a CrowdStrike host',
    description: 'Cuts a host off from the network, except for the Falcon cloud.',
    needsApproval: true,
    parameters: [host],
    call: hostAction('contain'),
  },
  lift_containment: {
    name: 'Lift the containment of a CrowdStrike host',
    description: 'Releases a contained host, so that it can use the network again.',
    needsApproval: true,
    parameters: [host],
    call: hostAction('lift_containment'),
  },
});
