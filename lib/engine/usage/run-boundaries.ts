import type { Bill } from './bill.ts';
import type { RunItem } from './items.ts';
import { shortCallGbSeconds } from './question.ts';

export type TriggerKind = 'webhook' | 'manual' | 'schedule';

const botBytes = 1500;
const deliveryBytes = 300;
const countBytes = 700;

/** The use of resources before the run is recorded. */
export const billArrival = (bill: Bill, trigger: TriggerKind, eventBytes: number): void => {
  bill.add({ calls: 1, gbSeconds: shortCallGbSeconds });
  bill.read(botBytes);
  if (trigger === 'schedule') bill.add({ facts: 1 });
  else bill.add({ requests: 1 });
  if (trigger !== 'webhook') return;
  bill.write(deliveryBytes);
  bill.write(eventBytes, 1);
  bill.read(1);
  bill.fact(shortCallGbSeconds);
};

/** The use after the record exists: the event is updated with the runs that it started. */
export const billStartUpdate = (bill: Bill, trigger: TriggerKind, eventBytes: number): void => {
  if (trigger === 'webhook') bill.write(eventBytes, 1);
};

/** How a run ended, and how many people are mailed about it. */
export type RunEnd = { hasFailed?: boolean; mailed: number };

/**
 * The use after the end of a run (`beginFollowUp`): the error bot of a failed run is started, and
 * people who started a run on which others decided are mailed.
 */
export const billRunEnd = (bill: Bill, run: RunItem, end: RunEnd): void => {
  const { hasFailed = false, mailed } = end;
  if (hasFailed || mailed > 0) {
    bill.fact(shortCallGbSeconds);
    run.read();
    // A separate call follows the end: it checks that the run was counted, and is still unsettled.
    bill.read(countBytes);
    run.read();
  }
  if (hasFailed) bill.read(botBytes);
  if (mailed > 0) run.markTold(mailed);
  bill.write(countBytes);
  run.settle();
};
