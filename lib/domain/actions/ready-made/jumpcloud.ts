import { readyMade, text } from '../ready-made.schema.ts';

const user = text('user', 'User', 'The id of the user: 24 letters and digits.');
const path = '/api/systemusers/{user}';

export const jumpcloudActions = readyMade('jumpcloud', {
  get_user: {
    name: 'Read a JumpCloud user',
    description: 'Reads the name, the e-mail address and the state of a user.',
    parameters: [user],
    call: { method: 'GET', path },
  },
  suspend_user: {
    name: 'Suspend a JumpCloud user',
    description: 'Suspends a user, who loses access to devices, directories and applications.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'PUT', path, body: { state: 'SUSPENDED' } },
  },
  expire_password: {
    name: 'Expire the password of a JumpCloud user',
    description: 'Makes a user choose a new password.',
    needsApproval: true,
    parameters: [user],
    call: { method: 'POST', path: `${path}/expire` },
  },
  lock_device: {
    name: 'Lock a JumpCloud device',
    description: 'Locks the screen of a device at once.',
    needsApproval: true,
    parameters: [text('device', 'Device', 'The id of the device: 24 letters and digits.')],
    call: { method: 'POST', path: '/api/systems/{device}/command/builtin/lock' },
  },
});
