import type { Bill } from './bill.ts';

/** The reason of a commit: a step, a wait that extends the deadline, one for a retry, the end. */
export type CommitReason = 'continues' | 'waits' | 'retries' | 'ends';

const extendsDeadline = (step: CommitReason): boolean => step === 'waits' || step === 'retries';

/** The item of a run, or of one of its lanes, and the writes of commits. */
export type LaneItem = {
  /** Adds results for the next commit, or more bytes to pending ones. */
  add(bytes: number, results?: number): void;
  pending(): number;
  commit(step?: CommitReason): void;
  /** Like `commit`, for use right before an effect. */
  commitBeforeEffect(): void;
  /** Writes that people are asked, as the state of the run or lane. */
  ask(): void;
  read(): void;
};

/** Bytes of an item without any results. */
const runBytes = 800;
const laneBytes = 350;

type Shown = 'open' | 'asking' | 'ended';

/** The item of the run itself (table `executions`), whose keys are in several indexes. */
export class RunItem implements LaneItem {
  private readonly bill: Bill;
  private readonly stateIndexes: number;
  private bytes: number;
  private results = 0;
  private state: Shown = 'open';
  private isNew = true;
  private isWaiting = false;

  /** A run that a person started is also in indexes by that person, and holds its input. */
  constructor(bill: Bill, isManual: boolean, inputBytes: number) {
    this.bill = bill;
    this.bytes = runBytes + inputBytes;
    this.stateIndexes = isManual ? 3 : 2;
    // Units: by_bot, and by_caller where a person started it; each state index; open.
    this.bill.write(this.bytes, this.stateIndexes - 1 + this.stateIndexes + 1);
  }

  add(bytes: number, results = 1): void {
    this.bytes += bytes;
    this.results += results;
  }

  pending(): number {
    return this.results;
  }

  commit(step: CommitReason = 'continues'): void {
    const nextState = this.isWaiting || extendsDeadline(step) ? 'open' : this.state;
    const stateUnits = this.show(step === 'ends' ? 'ended' : nextState);
    this.bill.write(this.bytes, stateUnits + this.openUnits(step));
    this.notify(this.results + (step === 'ends' ? 1 : 0));
    this.isNew = false;
    this.isWaiting = extendsDeadline(step);
    this.results = 0;
  }

  commitBeforeEffect(): void {
    this.commit();
  }

  ask(): void {
    this.bill.write(this.bytes, this.show('asking'));
    this.notify(1);
  }

  read(): void {
    this.bill.read(this.bytes);
  }

  /** Writes what a lane waits for, or (with a state) that it no longer waits. */
  setWait(state?: Shown): void {
    this.bill.write(this.bytes, state ? this.show(state) : 0);
  }

  extendDeadline(): void {
    this.bill.write(this.bytes, 2);
  }

  /** Writes that all consequences of the end are done: the mark leaves the outbox. */
  settle(): void {
    this.bill.write(this.bytes, 1);
  }

  /** Writes that the people who started it were mailed, which happens once. */
  markTold(mails: number): void {
    this.bill.write(this.bytes);
    this.bill.add({ mails });
  }

  /** Each frame reads the connections of consoles. */
  notify(frames: number): void {
    this.bill.add({ readUnits: frames });
  }

  /** A changed key is deleted from its index and added again. */
  private show(state: Shown): number {
    const moves = state === this.state ? 0 : 2 * this.stateIndexes;
    this.state = state;
    return moves;
  }

  /** The key in the index of open runs changes with the first commit, an extension, and the end. */
  private openUnits(step: CommitReason): number {
    return step === 'ends' || step === 'waits' || this.isNew ? 2 : 0;
  }
}

/** The item of a lane (table `execution_lanes`), which is in an index while it is open. */
export class BranchItem implements LaneItem {
  private readonly bill: Bill;
  private readonly run: RunItem;
  private bytes: number;
  private results = 0;
  private isOpen = false;
  private isWaiting = false;

  constructor(bill: Bill, run: RunItem, itemBytes: number) {
    this.bill = bill;
    this.bytes = laneBytes + itemBytes;
    this.run = run;
  }

  /** Written before the lane begins, for the state machine to which it is handed. */
  create(): void {
    this.write(true);
  }

  add(bytes: number, results = 1): void {
    this.bytes += bytes;
    this.results += results;
  }

  pending(): number {
    return this.results;
  }

  commit(step: CommitReason = 'continues'): void {
    if (extendsDeadline(step)) {
      if (step === 'waits') this.run.extendDeadline();
      this.run.setWait();
    } else if (this.isWaiting) {
      this.run.read();
      this.run.setWait('open');
    }
    this.write(step !== 'ends');
    this.run.notify(this.results);
    this.isWaiting = extendsDeadline(step);
    this.results = 0;
  }

  commitBeforeEffect(): void {
    this.commit();
    this.run.read();
  }

  ask(): void {
    this.write(true);
    this.run.setWait('asking');
    this.run.notify(1);
  }

  read(): void {
    this.bill.read(this.bytes);
    this.run.read();
  }

  private write(isOpen: boolean): void {
    this.bill.write(this.bytes, isOpen === this.isOpen ? 0 : 1);
    this.isOpen = isOpen;
  }
}
