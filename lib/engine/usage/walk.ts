import type { GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { type KindBehaviour, nodeFacts } from '#lib/domain/bots/node-facts.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { Program } from '../plan.ts';
import type { Bill } from './bill.ts';
import { BranchItem, type LaneItem, type RunItem } from './items.ts';
import { billQuestion, mailCountOf } from './question.ts';
import type { Lanes, LaneVisits, Visit } from './visit.ts';

/** Bytes of a node's result without input and output. */
export const resultBytes = 140;
const maxPendingResults = 100;
/** Memory in GB of the functions in which some nodes run. */
export const functionGb = { python: 0.75, query: 2, model: 0.5 };

type Place = {
  program: Program;
  bill: Bill;
  run: RunItem;
  graphBytes: number;
  /** Memory in GB of the engine's function. */
  gb: number;
  /** Milliseconds of a call besides its nodes. */
  callMs: number;
};

/** Walks the way of a run, and of each of its lanes, as the engine does. */
export class Walk {
  private readonly context: Place;
  /** Milliseconds of the current call so far. */
  private ms = 0;
  /** The number of surrounding lanes inside the call, which no state machine waits for. */
  private nested = 0;

  constructor(place: Place) {
    this.context = place;
  }

  /** A state machine from its first state to `Done`. */
  machine(item: LaneItem, visits: readonly Visit[]): void {
    this.call(item);
    this.lane(item, visits);
    this.callAgain(item);
    this.context.bill.add({ transitions: 1 });
  }

  /** The states `Advance` and `Next?`. */
  private call(item: LaneItem): void {
    const { bill, graphBytes, callMs } = this.context;
    this.callAgain(item);
    this.ms = 0;
    bill.add({ transitions: 2, calls: 1 });
    bill.read(graphBytes);
    item.read();
    this.spend(callMs);
  }

  private spend(ms: number): void {
    this.ms += ms;
    this.context.bill.add({ gbSeconds: (ms / 1000) * this.context.gb });
  }

  private lane(item: LaneItem, visits: readonly Visit[]): void {
    for (const visit of visits) {
      if (item.pending() >= maxPendingResults) item.commit();
      this.visit(item, visit);
      this.spend(visit.busyMs);
    }
    item.commit('ends');
  }

  /** A call that takes too long ends between two nodes, and the state machine calls again. */
  private callAgain(item: LaneItem): void {
    for (; this.ms >= limits.segment; this.ms -= limits.segment) {
      item.commit();
      this.context.bill.add({ transitions: 2, calls: 1 });
    }
  }

  private readonly costs: Record<KindBehaviour, (item: LaneItem, visit: Visit) => void> = {
    marks: (item, { outputBytes }) => item.add(resultBytes + outputBytes),
    decides: (item, { outputBytes }) => item.add(resultBytes + outputBytes),
    opens: (item, visit) => this.open(item, visit),
    closes: (item, { outputBytes }) => item.add(outputBytes),
    waits: (item, visit) => this.delay(item, visit),
    asks: (item, visit) => this.ask(item, visit),
    acts: (item, visit) => this.effect(item, visit),
  };

  private visit(item: LaneItem, visit: Visit): void {
    if (visit.instead) this.takeInstead(item, visit);
    else this.costs[nodeFacts[visit.node.type].does](item, visit);
  }

  private takeInstead(item: LaneItem, { inputBytes, outputBytes, instead }: Visit): void {
    if (instead === 'cached') this.context.bill.read(outputBytes);
    item.add(resultBytes + inputBytes + outputBytes);
  }

  private effect(item: LaneItem, visit: Visit): void {
    const { bill } = this.context;
    const { node, outputBytes, attempts } = visit;
    const isCached = (node.policy?.cache_minutes ?? 0) > 0;
    bill.add({ mails: mailCountOf(node) });
    if (isCached) bill.read(outputBytes);
    item.add(resultBytes + visit.inputBytes);
    this.attempt(item, visit);
    for (let retries = attempts - 1; retries > 0; retries -= 1) {
      this.waitForRetry(item);
      this.attempt(item, visit);
    }
    item.add(outputBytes);
    if (isCached) bill.write(outputBytes);
  }

  private attempt(item: LaneItem, { node, ms, attempts }: Visit): void {
    item.commitBeforeEffect();
    const facts = nodeFacts[node.type];
    if (facts.does !== 'acts' || !facts.ownFunction) return;
    const gb = functionGb[facts.ownFunction];
    this.context.bill.add({ calls: 1, gbSeconds: (ms / attempts / 1000) * gb });
  }

  private waitForRetry(item: LaneItem): void {
    item.add(0);
    item.commit('retries');
    if (this.nested > 0) return;
    this.context.bill.add({ transitions: 1 });
    this.call(item);
    item.add(0);
  }

  private delay(item: LaneItem, { inputBytes, outputBytes }: Visit): void {
    item.add(resultBytes + inputBytes);
    item.commit('waits');
    this.context.bill.add({ transitions: 1 });
    this.call(item);
    item.add(outputBytes);
  }

  private ask(item: LaneItem, visit: Visit): void {
    item.add(resultBytes + visit.inputBytes);
    item.commit('waits');
    billQuestion(this.context.bill, item, visit);
    this.call(item);
    item.add(visit.outputBytes);
  }

  private open(item: LaneItem, { node, inputBytes, lanes }: Visit): void {
    item.add(resultBytes + inputBytes);
    item.commit();
    if (this.context.program.structure.mayWait(node.id)) this.fork(item, node, lanes);
    else this.nest(lanes);
    item.add(0);
  }

  /** Lanes that cannot wait run inside the call. */
  private nest(lanes: Lanes): void {
    const { bill, run } = this.context;
    this.nested += 1;
    for (const { way, times, itemBytes } of lanes) {
      const previousMs = this.ms;
      bill.repeat(times, () => this.lane(new BranchItem(bill, run, itemBytes), way()));
      this.ms = previousMs + (this.ms - previousMs) * times;
    }
    this.nested -= 1;
  }

  /** Lanes that may wait get state machines of their own; those of a long loop in windows. */
  private fork(item: LaneItem, { settings }: GraphNode, lanes: Lanes): void {
    const total = lanes.reduce((sum, { times }) => sum + times, 0);
    if (settings.loop_type === 'while') this.forkInTurn(item, lanes);
    else if (total > limits.lanesAtHand) this.forkInWindows(item, lanes, total);
    else if (total > 0) {
      this.handOut(item, lanes);
      this.call(item);
    }
  }

  /** Each turn of a `while` is handed out after the previous one has ended. */
  private forkInTurn(item: LaneItem, lanes: Lanes): void {
    for (const { times, ...turn } of lanes) {
      this.context.bill.repeat(times, () => {
        this.handOut(item, [{ ...turn, times: 1 }]);
        this.call(item);
      });
    }
  }

  private forkInWindows(item: LaneItem, lanes: Lanes, total: number): void {
    const { bill } = this.context;
    item.commit();
    bill.add({ transitions: 1 });
    const windows = Math.ceil(total / limits.lanesPerFork);
    // For each window: its state in the map, the call that hands out its lanes, and the last call.
    bill.add({ transitions: 1 + 2 + 1 + 2 + 1, calls: 2 }, windows);
    for (const lane of lanes) this.machines(lane);
    this.call(item);
  }

  /** Writes the progress of the lanes, then state `Fork`. */
  private handOut(item: LaneItem, lanes: Lanes): void {
    item.add(0);
    item.commit();
    this.context.bill.add({ transitions: 1 });
    for (const lane of lanes) this.machines(lane);
  }

  private machines({ way, times, itemBytes }: LaneVisits): void {
    const { bill, run } = this.context;
    bill.repeat(times, () => {
      const lane = new BranchItem(bill, run, itemBytes);
      lane.create();
      // The state `Lane`, which starts the lane's state machine.
      bill.add({ transitions: 1 });
      this.machine(lane, way());
    });
  }
}
