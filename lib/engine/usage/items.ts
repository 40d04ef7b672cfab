import type { Bill } from './bill.ts';

/** What a commit is for: a step, a wait that gives the run more time, a retry's, or the end. */
export type Step = 'goes on' | 'waits' | 'retries' | 'ends';

const isWait = (step: Step): boolean => step === 'waits' || step === 'retries';

/** The item of a run, or of one of its lanes, as commits write it. */
export type LaneItem = {
  /** Adds results that the next commit writes, or more to some that are pending already. */
  add(bytes: number, results?: number): void;
  pending(): number;
  commit(step?: Step): void;
  /** As `commit`, right before something outside happens. */
  commitBeforeEffect(): void;
  /** People are asked: the state shows it. */
  ask(): void;
  read(): void;
};

/** Bytes of an item before any result. */
const runBytes = 800;
const laneBytes = 350;

type Shown = 'open' | 'asking' | 'ended';

/** The run's own item (table `executions`), whose keys are in indexes. */
export class RunItem implements LaneItem {
  private readonly bill: Bill;
  private readonly stateIndexes: number;
  private bytes: number;
  private results = 0;
  private shown: Shown = 'open';
  private isNew = true;
  private isWaiting = false;

  /** Runs that a person started are found by them too, and hold what they were given. */
  constructor(bill: Bill, isManual: boolean, inputBytes: number) {
    this.bill = bill;
    this.bytes = runBytes + inputBytes;
    this.stateIndexes = isManual ? 3 : 2;
    // by_bot, or by_caller beside it; each state index; open.
    this.bill.write(this.bytes, this.stateIndexes - 1 + this.stateIndexes + 1);
  }

  add(bytes: number, results = 1): void {
    this.bytes += bytes;
    this.results += results;
  }

  pending(): number {
    return this.results;
  }

  commit(step: Step = 'goes on'): void {
    const goesOn = this.isWaiting || isWait(step) ? 'open' : this.shown;
    const state = this.show(step === 'ends' ? 'ended' : goesOn);
    this.bill.write(this.bytes, state + this.openUnits(step));
    this.tell(this.results + (step === 'ends' ? 1 : 0));
    this.isNew = false;
    this.isWaiting = isWait(step);
    this.results = 0;
  }

  commitBeforeEffect(): void {
    this.commit();
  }

  ask(): void {
    this.bill.write(this.bytes, this.show('asking'));
    this.tell(1);
  }

  read(): void {
    this.bill.read(this.bytes);
  }

  /** Shows what a lane waits for, or (with a state) what has become of that. */
  setWait(shown?: Shown): void {
    this.bill.write(this.bytes, shown ? this.show(shown) : 0);
  }

  extendDeadline(): void {
    this.bill.write(this.bytes, 2);
  }

  /** Everything that follows from the end is done; its mark leaves the outbox. */
  settle(): void {
    this.bill.write(this.bytes, 1);
  }

  /** Whoever started it is told by mail, once. */
  markTold(mails: number): void {
    this.bill.write(this.bytes);
    this.bill.add({ mails });
  }

  /** A frame reads who is connected. */
  tell(frames: number): void {
    this.bill.add({ readUnits: frames });
  }

  /** A key that changes is removed from its index and written anew. */
  private show(shown: Shown): number {
    const moves = shown === this.shown ? 0 : 2 * this.stateIndexes;
    this.shown = shown;
    return moves;
  }

  /** At the end the run leaves the index of open ones for the one of ended ones. */
  private openUnits(step: Step): number {
    return step === 'ends' || step === 'waits' || this.isNew ? 2 : 0;
  }
}

/** The item of a lane (table `execution_lanes`), which an index has while it is open. */
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

  /** Written before anything happens in it, for the machine that it is handed to. */
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

  commit(step: Step = 'goes on'): void {
    if (isWait(step)) {
      if (step === 'waits') this.run.extendDeadline();
      this.run.setWait();
    } else if (this.isWaiting) {
      this.run.read();
      this.run.setWait('open');
    }
    this.write(step !== 'ends');
    this.run.tell(this.results);
    this.isWaiting = isWait(step);
    this.results = 0;
  }

  commitBeforeEffect(): void {
    this.commit();
    this.run.read();
  }

  ask(): void {
    this.write(true);
    this.run.setWait('asking');
    this.run.tell(1);
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
