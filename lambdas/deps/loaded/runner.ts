import { SFNClient } from '@aws-sdk/client-sfn';
import { stepFunctionsRunner } from '#lib/aws/runner.ts';
import type { MachineName } from '#lib/machines.ts';
import type { Runner } from '#lib/ports/runner.ts';
import { environment } from '../process.ts';

const client = new SFNClient();

export const runnerOf = (machine: MachineName): Runner =>
  stepFunctionsRunner({ client, stateMachineArn: environment('STATE_MACHINES')[machine] });
