import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsRunner } from '#lib/aws/runner.ts';
import { environment } from '../process.ts';

export const runner = stepFunctionsRunner({
  client: new SFNClient(),
  stateMachineArn: environment('STATE_MACHINE_ARN'),
});
