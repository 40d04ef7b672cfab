import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsRunner } from '#lib/aws/runner.ts';
import { startSfnServer } from '#test/support/sfn-server.ts';
import { runnerContract } from './runner.contract.ts';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

runnerContract('the embedded interpreter', async ({ runner }) => runner);

runnerContract('Step Functions', async ({ runner }) => {
  const { endpoint, stateMachineArn, close } = await startSfnServer(runner);
  const client = new SFNClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  closers.push(() => client.destroy(), close);
  return stepFunctionsRunner({ client, stateMachineArn });
});
