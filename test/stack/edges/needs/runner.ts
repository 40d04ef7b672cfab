import { machineNeeds } from '#lib/stack/needs.ts';
import type { Use, Uses, Variables } from '../use.ts';

const machineOf = ({ STATE_MACHINES = '{}' }: Variables, machine: string): string =>
  String(JSON.parse(STATE_MACHINES)[machine]);

const executionOf = (variables: Variables, machine: string): string =>
  `${machineOf(variables, machine).replace(':stateMachine:', ':execution:')}:sample`;

export const uses: Uses = {
  ...machineNeeds('start', (machine) => (variables: Variables): Use[] => [
    ['states:StartExecution', machineOf(variables, machine)],
  ]),
  'resume runs': () => [['states:SendTaskSuccess', '*']],
  ...machineNeeds('stop', (machine) => (variables: Variables): Use[] => [
    ['states:StopExecution', executionOf(variables, machine)],
  ]),
};
