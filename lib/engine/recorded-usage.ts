import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Usage } from '#lib/domain/costs/cost.rules.ts';
import type { RunRecord } from '#lib/domain/costs/run-record.schema.ts';
import { mailRecipientsOf } from '#lib/domain/executions/runs/outcome-mail.service.ts';
import type { Trigger } from '#lib/domain/executions/execution.schema.ts';
import { programOf } from './plan.ts';
import {
  billArrival,
  billRunEnd,
  billStartUpdate,
  type TriggerKind,
} from './usage/run-boundaries.ts';
import { Bill } from './usage/bill.ts';
import { RunItem } from './usage/items.ts';
import { costliestVisits } from './usage/estimated.ts';
import { recordedVisits } from './usage/recorded.ts';
import { Walk } from './usage/walk.ts';
import { defaultAssumptions } from './usage.ts';

/** Milliseconds of a call for reading and writing, which are not part of any node's time. */
const callMs = 100;

/** Runs that follow a failure, findings or an agent start by a fact, like scheduled ones. */
const kindOf: Record<Trigger['type'], TriggerKind> = {
  event: 'webhook',
  manual: 'manual',
  schedule: 'schedule',
  error: 'schedule',
  finding: 'schedule',
  agent: 'schedule',
};

/**
 * What a run of the graph has used, by its record: the nodes that it went through, with their
 * attempts, times and sizes. Waiting uses nothing. The record does not say everything, so it is
 * assumed that each call takes 100 ms besides its nodes; that an event has 1 KB; that a granted
 * approval had as many decisions as it needs, and any other approval one; that lanes which were not
 * read were like those that were, or else took the costliest way; that nobody watched the run; and
 * that no concurrency limit applied. A run that was ended from outside counts as if it had ended by
 * itself at that point.
 */
export const recordedUsage = (graph: Graph): ((run: RunRecord) => Usage) => {
  const program = programOf(graph);
  const graphBytes = JSON.stringify(graph).length;
  const { eventBytes, gb } = defaultAssumptions;
  const { lanes: assumed } = costliestVisits(program, defaultAssumptions);
  return (run) => {
    const trigger = kindOf[run.trigger.type];
    const bill = new Bill();
    billArrival(bill, trigger, eventBytes);
    const item = new RunItem(bill, trigger === 'manual', run.input);
    billStartUpdate(bill, trigger, eventBytes);
    const walk = new Walk({ program, bill, run: item, graphBytes, gb, callMs });
    walk.machine(item, recordedVisits({ program, run, assumed }));
    billRunEnd(bill, item, {
      hasFailed: run.state === 'FAILED',
      mailed: mailRecipientsOf(run).length,
    });
    return bill.total;
  };
};
