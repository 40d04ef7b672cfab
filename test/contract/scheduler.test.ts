import { join } from 'node:path';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { openScheduler } from '#lib/aws/scheduler.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { localScheduler } from '#test/support/local-scheduler.ts';
import { clientOf } from '#test/support/loopback.ts';
import { openSchedulerServer } from '#test/support/scheduler-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { schedulerContract, type TestScheduleKind } from './scheduler.contract.ts';

schedulerContract('the embedded server', async (now) => {
  const { folder, remove } = temporaryFolder();
  const database = openLedger(join(folder, 'ledger.db'));
  const { scheduler, ticks, pass } = localScheduler<TestScheduleKind>(database, now);
  return {
    scheduler,
    pass: async (_from, until) => {
      await pass(until);
      return ticks.splice(0).map((tick) => JSON.stringify(tick));
    },
    breakDown: () => database.exec('PRAGMA query_only = ON'),
    close: async () => {
      await scheduler.drain(1000);
      if (database.isOpen) database.close();
      remove();
    },
  };
});

schedulerContract('EventBridge Scheduler', async (now) => {
  const server = await openSchedulerServer(now);
  const client = new SchedulerClient(clientOf(server));
  return {
    scheduler: openScheduler({
      client,
      groups: { bot: 'cloudwarden-bot', census: 'cloudwarden-census' },
      targetArn: 'arn:aws:lambda:eu-west-1:123456789012:function:schedule-fired',
      roleArn: 'arn:aws:iam::123456789012:role/scheduler',
      deadLetterArn: 'arn:aws:sqs:eu-west-1:123456789012:missed',
    }),
    pass: async (from, until) => server.callsBetween(from, until).map(({ value }) => value),
    breakDown: () => {
      server.refusing = true;
    },
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
});
