import { list, optional, readyMadeAgent, text } from '../ready-made.schema.ts';

const agent = text('agent', 'Agent', 'The name of the agent on the host.');
const unit = text('unit', 'Service', 'The systemd unit, such as nginx.service.');

export const linuxActions = readyMadeAgent('linux', {
  run_command: {
    name: 'Run a command on a Linux host',
    description: 'Runs a command that the settings of the agent allow, without a shell.',
    needsApproval: true,
    parameters: [
      agent,
      text('command', 'Command', 'Its name in the settings of the agent.'),
      optional(list('parameters', 'Parameters', 'As name=value, one per line.')),
    ],
    call: {
      agent: '{agent}',
      kind: 'linux.run',
      args: { command: '{command}', parameters: '{parameters}' },
    },
  },
  read_file: {
    name: 'Read a file of a Linux host',
    description: 'Reads up to 1 MiB of a file in a folder that the settings of the agent allow.',
    parameters: [agent, text('path', 'Path', 'The absolute path, such as /var/log/syslog.')],
    call: {
      agent: '{agent}',
      kind: 'linux.read_file',
      args: { path: '{path}' },
    },
  },
  service_status: {
    name: 'Read the status of a Linux service',
    description: 'Reads whether a systemd service is active, and how often it was restarted.',
    parameters: [agent, unit],
    call: {
      agent: '{agent}',
      kind: 'linux.service',
      args: { unit: '{unit}', verb: 'status' },
    },
  },
  restart_service: {
    name: 'Restart a Linux service',
    description: 'Restarts a systemd service that the settings of the agent allow.',
    needsApproval: true,
    parameters: [agent, unit],
    call: {
      agent: '{agent}',
      kind: 'linux.service',
      args: { unit: '{unit}', verb: 'restart' },
    },
  },
});
