import { machineNeeds } from '#lib/stack/needs.ts';
import type { Use, Uses, Variables } from '../use.ts';

const machineOf = ({ STATE_MACHINES = '{}' }: Variables, machine: string): string =>
  String(JSON.parse(STATE_MACHINES)[machine]);

const executionOf = (given: Variables, machine: string): string =>
  `${machineOf(given, machine).replace(':stateMachine:', ':execution:')}:sample`;

export const uses: Uses = {
  ...machineNeeds('start', (machine) => (given: Variables): Use[] => [
    ['states:StartExecution', machineOf(given, machine)],
  ]),
  'resume runs': () => [['states:SendTaskSuccess', '*']],
  ...machineNeeds('stop', (machine) => (given: Variables): Use[] => [
    ['states:StopExecution', executionOf(given, machine)],
  ]),
};
