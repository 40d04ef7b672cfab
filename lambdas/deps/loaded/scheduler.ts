import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { openScheduler } from '#lib/aws/scheduler.ts';
import { environment } from '../process.ts';

export const scheduler = openScheduler({
  client: new SchedulerClient(),
  groups: environment('SCHEDULE_GROUPS'),
  targetArn: environment('SCHEDULE_TARGET_ARN'),
  roleArn: environment('SCHEDULE_ROLE_ARN'),
  deadLetterArn: environment('SCHEDULE_DLQ_ARN'),
});
