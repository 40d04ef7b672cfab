import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';
import {
  closerOf,
  closingKinds,
  mayAsk,
  nodeFacts,
  openerOf,
  policyKinds,
  waitingKinds,
} from '#lib/domain/bots/node-facts.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import type { GraphView } from './graph.ts';

/** A branch of a parallel, or any turn of a loop: what follows one arrow of an opener. */
export type Lane = { readonly opener: GraphNode; readonly branch: number };

/** The lanes of a bot's graph: what opens and closes them, and which nodes are inside. */
export type Structure = {
  /** The merge of a parallel, or the end of a loop; undefined where it has none. */
  closerOf(openerId: string): GraphNode | undefined;
  /** The first nodes of an opener's lanes: one for each branch, or one for all turns of a loop. */
  entriesOf(openerId: string): readonly GraphNode[];
  /** The ids of the openers around a node, outermost first. */
  around(nodeId: string): readonly string[];
  /** The lanes around a node, outermost first. Each lane is one object, so they can be compared. */
  lanesOf(nodeId: string): readonly Lane[];
  /** Whether a lane of this opener may have to wait, and so needs its own state machine. */
  mayWait(openerId: string): boolean;
  problems: readonly Problem[];
};

/**
 * The lane of a walk: an opener and one of its branches, inside the surrounding lane. Each opener
 * is entered once, so a lane is one object. Untrusted graphs may be nested to any depth.
 */
type NestedLane = Lane & { outerLane: NestedLane | undefined; depth: number };

export const isOpener = ({ type }: GraphNode): boolean => closerOf(type) !== undefined;
const isCloser = ({ type }: GraphNode): boolean => closingKinds.has(type);

/** The word for the node that closes an opener: merge, or loop end. */
const closerWord = ({ type }: GraphNode): string | undefined => {
  const closer = closerOf(type);
  return closer && nodeFacts[closer].label.toLowerCase();
};

/** The lanes from the outermost to this one. */
const pathOf = (innermost: NestedLane | undefined): NestedLane[] => {
  const path: NestedLane[] = [];
  for (let lane = innermost; lane; lane = lane.outerLane) path.push(lane);
  return path.reverse();
};

const problemAt = ({ id }: GraphNode, message: string): Problem => ({ node_id: id, message });

const crossingProblem = (
  node: GraphNode,
  one: NestedLane | undefined,
  other: NestedLane | undefined,
) => {
  const inner = (one ?? other)?.opener.name;
  return one && other && one.opener === other.opener
    ? problemAt(
        node,
        `Two branches of "${inner}" lead to "${node.name}". Let them meet in a merge.`,
      )
    : problemAt(node, `"${node.name}" is reached from inside and from outside of "${inner}".`);
};

/** The state machine waits for retries that are further away than this (ms). */
export const shortWait = 20_000;

/** The longest wait between two attempts of a node (ms). */
const longestRetryWait = ({ type, policy }: GraphNode): number => {
  if (!policyKinds.has(type) || !policy || policy.retries === 0) return 0;
  const seconds = policy.retry_seconds * policy.backoff ** (policy.retries - 1);
  return Math.min(seconds, limits.longestRetryWait / 1000) * 1000;
};

const canWait = (node: GraphNode): boolean =>
  waitingKinds.has(node.type) || mayAsk(node.type) || longestRetryWait(node) > shortWait;

class Walk {
  readonly closers = new Map<string, GraphNode>();
  readonly insides = new Map<string, NestedLane | undefined>();
  readonly problems: Problem[] = [];
  private readonly view: GraphView;
  private readonly open: [GraphNode, NestedLane | undefined][] = [];

  constructor(view: GraphView) {
    this.view = view;
    if (view.start) this.open.push([view.start, undefined]);
    for (let next = this.open.pop(); next; next = this.open.pop()) this.arrive(...next);
  }

  private arrive(node: GraphNode, from: NestedLane | undefined): void {
    const lane = isCloser(node) ? this.close(node, from) : from;
    if (this.insides.has(node.id)) {
      const previousLane = this.insides.get(node.id);
      if (previousLane !== lane) this.problems.push(crossingProblem(node, lane, previousLane));
      return;
    }
    this.insides.set(node.id, lane);
    if (node.type === 'end' && lane) this.refuseEnd(node, lane);
    if (isOpener(node)) this.enter(node, lane);
    else for (const next of this.view.successors(node.id)) this.open.push([next, lane]);
  }

  private refuseEnd(node: GraphNode, { opener }: NestedLane): void {
    const closer = closerWord(opener);
    const problem = `"${node.name}" ends the run from inside of "${opener.name}".`;
    this.problems.push(problemAt(node, `${problem} Connect the path to its ${closer} instead.`));
  }

  private enter(opener: GraphNode, outerLane: NestedLane | undefined): void {
    const depth = (outerLane?.depth ?? 0) + 1;
    this.view.successors(opener.id).forEach((next, branch) => {
      this.open.push([next, { opener, branch, outerLane, depth }]);
    });
  }

  /** Leaves the lane that the closer closes. Returns the lane around it. */
  private close(closer: GraphNode, from: NestedLane | undefined): NestedLane | undefined {
    if (!from || closerOf(from.opener.type) !== closer.type) {
      const opener = openerOf(closer.type);
      const detail = from ? `It is inside of "${from.opener.name}".` : '';
      this.problems.push(
        problemAt(closer, `"${closer.name}" has no ${opener} to close. ${detail}`.trim()),
      );
      return from;
    }
    const existingCloser = this.closers.get(from.opener.id);
    if (existingCloser && existingCloser !== closer) {
      const names = `"${existingCloser.name}" and "${closer.name}"`;
      this.problems.push(
        problemAt(from.opener, `"${from.opener.name}" ends at ${names}. Keep one.`),
      );
    }
    this.closers.set(from.opener.id, existingCloser ?? closer);
    return from.outerLane;
  }
}

const openerProblems = (view: GraphView, walk: Walk): Problem[] =>
  view.nodes.filter(isOpener).flatMap((opener) => {
    if (!walk.insides.has(opener.id)) return [];
    const closer = closerWord(opener);
    if (view.successors(opener.id).length === 0) {
      return [problemAt(opener, `"${opener.name}" is empty. Add nodes and a ${closer} to it.`)];
    }
    if (walk.closers.has(opener.id)) return [];
    return [problemAt(opener, `"${opener.name}" has no ${closer}. Connect its last nodes to one.`)];
  });

const depthProblems = (view: GraphView, walk: Walk): Problem[] =>
  view.nodes.filter(isOpener).flatMap((opener) => {
    if ((walk.insides.get(opener.id)?.depth ?? 0) < limits.laneDepth) return [];
    const advice = `Parallels and loops can be at most ${limits.laneDepth} levels deep.`;
    return [problemAt(opener, `"${opener.name}" is nested too deeply. ${advice}`)];
  });

/** The openers whose lanes may have to wait, because a node inside them may. */
const waitingOpeners = (view: GraphView, walk: Walk): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { id } of view.nodes.filter(canWait)) {
    let lane = walk.insides.get(id);
    for (; lane && !found.has(lane.opener.id); lane = lane.outerLane) found.add(lane.opener.id);
  }
  return found;
};

/** The lanes of a graph, with the problems where they are not properly nested. */
export const structureOf = (view: GraphView): Structure => {
  const walk = new Walk(view);
  const waiting = waitingOpeners(view, walk);
  const lanesAround = (id: string) => pathOf(walk.insides.get(id));
  return {
    closerOf: (id) => walk.closers.get(id),
    entriesOf: (id) => view.successors(id),
    around: (id) => lanesAround(id).map(({ opener }) => opener.id),
    lanesOf: lanesAround,
    mayWait: (id) => waiting.has(id),
    problems: [...walk.problems, ...openerProblems(view, walk), ...depthProblems(view, walk)],
  };
};
