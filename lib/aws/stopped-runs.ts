import * as z from 'zod';
import { stoppedRun } from '#lib/domain/executions/runs/stopped-machine.service.ts';
import { type MachineName, machineNames } from '#lib/machines.ts';
import type { Log } from '#lib/kernel/log.ts';
import type { StoppedHandlers } from '#lib/stopped-runs.ts';
import { handleEvents } from './event-batch.ts';
import type { ForTenant } from './tenant-credentials.ts';

/** The fields of `Step Functions Execution Status Change` that say which run ended, and why. */
const statusChange = stoppedRun.extend({ stateMachineArn: z.string(), input: z.string() });

/** The input of every run contains the id of its organisation. */
const runInput = z.looseObject({ tenant_id: z.string() });

type Options = {
  /** The ARN of each machine. */
  machines: Record<MachineName, string>;
  close: StoppedHandlers;
  forTenant: ForTenant;
  log: Log;
};

/** Handles a batch of status changes of runs that Step Functions ended without success. */
export const handleStoppedRuns = ({ machines, close, forTenant, log }: Options) =>
  handleEvents({
    log,
    handle: async (detail: unknown) => {
      const { stateMachineArn, input: text, ...outcome } = statusChange.parse(detail);
      const machine = machineNames.find((name) => machines[name] === stateMachineArn);
      if (machine === undefined) throw new Error('This state machine is not one of this stack.');
      const input = runInput.parse(JSON.parse(text));
      await forTenant(input.tenant_id, () => close[machine]({ ...outcome, input }));
    },
  });
