import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsRunner } from '#lib/aws/runner.ts';
import { startSfnServer } from '#test/support/sfn-server.ts';
import { runnerContract } from './runner.contract.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

runnerContract('the embedded interpreter', async (runners) => runners);

runnerContract('Step Functions', async (runners) => {
  const arnOf = (name: string) => `arn:aws:states:eu-west-1:123456789012:stateMachine:${name}`;
  const machines = Object.entries(runners);
  const { endpoint, close } = await startSfnServer(
    Object.fromEntries(machines.map(([name, runner]) => [arnOf(name), runner])),
  );
  const client = new SFNClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  closers.push(() => client.destroy(), close);
  const adapters = machines.map(([name]) => {
    return [name, stepFunctionsRunner({ client, stateMachineArn: arnOf(name) })];
  });
  return Object.fromEntries(adapters);
});
