import { LambdaClient } from '@aws-sdk/client-lambda';
import { openTasks as openOnLambda } from '#lib/aws/tasks.ts';
import { openLedger } from '#lib/local/ledger.ts';
import { openTasks } from '#lib/local/tasks.ts';
import { openEventCalls } from '#test/support/event-calls.ts';
import { linesLog } from '#test/support/local-bus.ts';
import { clientOf } from '#test/support/loopback.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { tasksContract } from './tasks.contract.ts';

tasksContract('this machine', async (nextProcess) => {
  const database = openLedger(':memory:');
  const { log } = linesLog();
  const open = () => openTasks({ database, log, perform: nextProcess() });
  const processes = [open()];
  return {
    tasks: { begin: async (task) => processes.at(-1)?.begin(task) },
    again: async () => {
      const next = open();
      processes.push(next);
      next.start();
    },
    idle: () => Promise.all(processes.map((one) => one.drain(5_000))),
    close: () => database.close(),
  };
});

tasksContract('Lambda', async (nextProcess) => {
  let perform = nextProcess();
  const server = await openEventCalls((payload) => perform(payload as LongTask));
  const client = new LambdaClient(clientOf(server));
  return {
    tasks: openOnLambda({ client, functionName: 'engine-task' }),
    again: () => {
      perform = nextProcess();
      return server.again();
    },
    idle: server.idle,
    close: async () => {
      client.destroy();
      await server.close();
    },
  };
});
