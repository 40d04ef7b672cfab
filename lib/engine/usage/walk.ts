import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { policyKinds } from '#lib/domain/bots/node.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Program } from '../plan.ts';
import { isOpener } from '../structure.ts';
import type { Bill } from './bill.ts';
import { BranchItem, type LaneItem, type RunItem } from './items.ts';
import { askPeople, mailsOf } from './question.ts';
import { costliestWays, type Lanes } from './way.ts';

/** Bytes that a node's result takes without what it was asked and came to. */
const resultBytes = 140;
const mostPending = 100;
/** Python code runs in a function of its own. */
export const pythonGb = 0.5;

export type Sizes = {
  /** Turns of a loop whose settings do not say how many. */
  turns: number;
  /** Milliseconds and bytes that a node takes. */
  nodeMs: number;
  outputBytes: number;
  /** Memory of the engine's function. */
  gb: number;
};

type Place = { program: Program; bill: Bill; run: RunItem; sizes: Sizes; graphBytes: number };

/** Walks the costliest way of a run, and of each of its lanes, as the engine does. */
export class Walk {
  private readonly place: Place;
  private readonly costliestWay: ReturnType<typeof costliestWays>;
  /** What the call under way has taken so far. */
  private ms = 0;

  constructor(place: Place) {
    this.place = place;
    this.costliestWay = costliestWays(place.program, (opener) => this.lanesOf(opener));
  }

  /** A machine from its first state to `Done`. */
  machine(item: LaneItem, from: GraphNode | undefined, until?: GraphNode): void {
    this.call(item);
    this.lane(item, from, until);
    this.callAgain(item);
    this.place.bill.add({ transitions: 1 });
  }

  /** States `Advance` and `Next?`. */
  private call(item: LaneItem): void {
    this.callAgain(item);
    this.ms = 0;
    this.place.bill.add({ transitions: 2, calls: 1 });
    this.place.bill.read(this.place.graphBytes);
    item.read();
  }

  private spend(ms: number): void {
    this.ms += ms;
    this.place.bill.add({ gbSeconds: (ms / 1000) * this.place.sizes.gb });
  }

  private lane(item: LaneItem, from: GraphNode | undefined, until?: GraphNode): void {
    for (const node of this.costliestWay({ from, until })) {
      if (item.pending() >= mostPending) item.commit();
      this.node(item, node);
      this.spend(this.place.sizes.nodeMs);
    }
    item.commit('ends');
  }

  /** A call that takes too long ends between two nodes, and the machine calls again. */
  private callAgain(item: LaneItem): void {
    for (; this.ms >= limits.segment; this.ms -= limits.segment) {
      item.commit();
      this.place.bill.add({ transitions: 2, calls: 1 });
    }
  }

  private node(item: LaneItem, node: GraphNode): void {
    if (isOpener(node)) this.open(item, node);
    else if (this.isClosed(node)) item.add(this.place.sizes.outputBytes);
    else if (policyKinds.has(node.type)) this.effect(item, node);
    else if (node.type === 'delay') this.delay(item, node);
    else if (node.type === 'approval' || node.type === 'user_input') this.ask(item, node);
    else item.add(resultBytes);
  }

  private isClosed({ type }: GraphNode): boolean {
    return type === 'merge' || type === 'loop_end';
  }

  private effect(item: LaneItem, node: GraphNode): void {
    const { bill, sizes } = this.place;
    const isKept = (node.policy?.cache_minutes ?? 0) > 0;
    bill.add({ mails: mailsOf(node) });
    if (isKept) bill.read(sizes.outputBytes);
    item.add(resultBytes + inputBytes(node));
    item.commitBeforeEffect();
    if (node.type === 'python_code') {
      bill.add({ calls: 1, gbSeconds: (sizes.nodeMs / 1000) * pythonGb });
    }
    item.add(sizes.outputBytes);
    if (isKept) bill.write(sizes.outputBytes);
  }

  private delay(item: LaneItem, node: GraphNode): void {
    item.add(resultBytes + inputBytes(node));
    item.commit('waits');
    this.place.bill.add({ transitions: 1 });
    this.call(item);
    item.add(0);
  }

  private ask(item: LaneItem, node: GraphNode): void {
    item.add(resultBytes + inputBytes(node));
    item.commit('waits');
    askPeople(this.place.bill, item, node);
    this.call(item);
    item.add(this.place.sizes.outputBytes);
  }

  /** How many lanes an opener has, by the node that each begins at. */
  private lanesOf(opener: GraphNode): Lanes {
    const { program, sizes } = this.place;
    const entries = program.structure.entriesOf(opener.id);
    if (opener.type === 'parallel') return entries.map((from) => ({ from, times: 1 }));
    const { loop_type, count } = opener.settings;
    const isKnown = loop_type === 'count' && typeof count === 'number';
    return entries.slice(0, 1).map((from) => ({ from, times: isKnown ? count : sizes.turns }));
  }

  private open(item: LaneItem, opener: GraphNode): void {
    item.add(resultBytes);
    item.commit();
    if (this.place.program.structure.mayWait(opener.id)) this.fork(item, opener);
    else this.nest(opener);
    item.add(0);
  }

  /** Lanes that cannot wait run inside of the call. */
  private nest(opener: GraphNode): void {
    const { bill, run, program } = this.place;
    const until = program.structure.closerOf(opener.id);
    for (const { from, times } of this.lanesOf(opener)) {
      const before = this.ms;
      bill.repeat(times, () => this.lane(new BranchItem(bill, run), from, until));
      this.ms = before + (this.ms - before) * times;
    }
  }

  /** Lanes that may wait get machines of their own; those of a long loop in windows. */
  private fork(item: LaneItem, opener: GraphNode): void {
    const lanes = this.lanesOf(opener);
    const isWhile = opener.settings.loop_type === 'while';
    const total = lanes.reduce((sum, { times }) => sum + times, 0);
    if (isWhile) this.forkInTurn(item, opener, lanes);
    else if (total > limits.lanesPerFork) this.forkInWindows(item, opener, lanes, total);
    else if (total > 0) {
      this.handOut(item, opener, lanes);
      this.call(item);
    }
  }

  /** Each turn of a `while` is handed out once the one before has ended. */
  private forkInTurn(item: LaneItem, opener: GraphNode, lanes: Lanes): void {
    for (const { from, times } of lanes) {
      this.place.bill.repeat(times, () => {
        this.handOut(item, opener, [{ from, times: 1 }]);
        this.call(item);
      });
    }
  }

  private forkInWindows(item: LaneItem, opener: GraphNode, lanes: Lanes, total: number): void {
    const { bill } = this.place;
    item.commit();
    bill.add({ transitions: 1 });
    const windows = Math.ceil(total / limits.lanesPerFork);
    // Of each window: its state in the map, what hands its lanes out, and what finds them ended.
    bill.add({ transitions: 1 + 2 + 1 + 2 + 1, calls: 2 }, windows);
    for (const { from, times } of lanes) this.machines(opener, from, times);
    this.call(item);
  }

  /** Notes how far the lanes are, then state `Fork`. */
  private handOut(item: LaneItem, opener: GraphNode, lanes: Lanes): void {
    item.add(0);
    item.commit();
    this.place.bill.add({ transitions: 1 });
    for (const { from, times } of lanes) this.machines(opener, from, times);
  }

  private machines(opener: GraphNode, from: GraphNode, times: number): void {
    const { bill, run, program } = this.place;
    const until = program.structure.closerOf(opener.id);
    bill.repeat(times, () => {
      const lane = new BranchItem(bill, run);
      lane.create();
      // State `Lane`, which starts the machine.
      bill.add({ transitions: 1 });
      this.machine(lane, from, until);
    });
  }
}

const inputBytes = ({ settings }: GraphNode): number => JSON.stringify(settings).length;
