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

/** A branch of a parallel, or any turn of a loop: what follows an opener by one of its arrows. */
export type Lane = { readonly opener: GraphNode; readonly branch: number };

/** Which lanes a bot's graph has: what opens them, what closes them, and which nodes lie inside. */
export type Structure = {
  /** The merge of a parallel, the end of a loop. */
  closerOf(openerId: string): GraphNode | undefined;
  /** Where the lanes of an opener begin: one node a branch, one for all turns of a loop. */
  entriesOf(openerId: string): readonly GraphNode[];
  /** The openers that a node lies inside of, outermost first. */
  around(nodeId: string): readonly string[];
  /** The lanes that a node lies in, outermost first; each is one object, two branches are two. */
  lanesOf(nodeId: string): readonly Lane[];
  /** Whether a lane of this opener may have to wait, so that it needs a machine of its own. */
  mayWait(openerId: string): boolean;
  problems: readonly Problem[];
};

/**
 * The lane that a walk is in: an opener and which of its branches, below the lane around. Openers
 * are entered once, so that a lane is one object. Drawings by strangers may nest without end.
 */
type Inside = Lane & { around: Inside | undefined; depth: number };

export const isOpener = ({ type }: GraphNode): boolean => closerOf(type) !== undefined;
const isCloser = ({ type }: GraphNode): boolean => closingKinds.has(type);

/** What sentences call the node that closes an opener: merge, loop end. */
const closerWord = ({ type }: GraphNode): string | undefined => {
  const closer = closerOf(type);
  return closer && nodeFacts[closer].label.toLowerCase();
};

/** From the outermost lane to this one. */
const pathOf = (inside: Inside | undefined): Inside[] => {
  const path: Inside[] = [];
  for (let lane = inside; lane; lane = lane.around) path.push(lane);
  return path.reverse();
};

const about = ({ id }: GraphNode, message: string): Problem => ({ node_id: id, message });

const crossing = (node: GraphNode, one: Inside | undefined, other: Inside | undefined) => {
  const inner = (one ?? other)?.opener.name;
  return one && other && one.opener === other.opener
    ? about(node, `Two branches of "${inner}" lead to "${node.name}". They meet in a merge only.`)
    : about(node, `"${node.name}" is reached from inside and from outside of "${inner}".`);
};

/** Retries that wait longer than this are waited for by the state machine (ms). */
export const shortWait = 20_000;

/** The longest wait between two attempts of a node (ms). */
const longestRetryWait = ({ type, policy }: GraphNode): number => {
  if (!policyKinds.has(type) || !policy || policy.retries === 0) return 0;
  const seconds = policy.retry_seconds * policy.backoff ** (policy.retries - 1);
  return Math.min(seconds, limits.longestRetryWait / 1000) * 1000;
};

const waits = (node: GraphNode): boolean =>
  waitingKinds.has(node.type) || mayAsk(node.type) || longestRetryWait(node) > shortWait;

class Walk {
  readonly closers = new Map<string, GraphNode>();
  readonly insides = new Map<string, Inside | undefined>();
  readonly problems: Problem[] = [];
  private readonly view: GraphView;
  private readonly open: [GraphNode, Inside | undefined][] = [];

  constructor(view: GraphView) {
    this.view = view;
    if (view.start) this.open.push([view.start, undefined]);
    for (let next = this.open.pop(); next; next = this.open.pop()) this.arrive(...next);
  }

  private arrive(node: GraphNode, from: Inside | undefined): void {
    const inside = isCloser(node) ? this.close(node, from) : from;
    if (this.insides.has(node.id)) {
      const before = this.insides.get(node.id);
      if (before !== inside) this.problems.push(crossing(node, inside, before));
      return;
    }
    this.insides.set(node.id, inside);
    if (node.type === 'end' && inside) this.refuseEnd(node, inside);
    if (isOpener(node)) this.enter(node, inside);
    else for (const next of this.view.successors(node.id)) this.open.push([next, inside]);
  }

  private refuseEnd(node: GraphNode, { opener }: Inside): void {
    const closer = closerWord(opener);
    const why = `"${node.name}" ends the run from inside of "${opener.name}".`;
    this.problems.push(about(node, `${why} Lead the way to its ${closer} instead.`));
  }

  private enter(opener: GraphNode, around: Inside | undefined): void {
    const depth = (around?.depth ?? 0) + 1;
    this.view.successors(opener.id).forEach((next, branch) => {
      this.open.push([next, { opener, branch, around, depth }]);
    });
  }

  /** Leaves the lane that the closer closes; answers what lies around it. */
  private close(closer: GraphNode, from: Inside | undefined): Inside | undefined {
    if (!from || closerOf(from.opener.type) !== closer.type) {
      const opener = openerOf(closer.type);
      const why = from ? `It stands inside of "${from.opener.name}".` : '';
      this.problems.push(
        about(closer, `"${closer.name}" closes no ${opener} that leads to it. ${why}`.trim()),
      );
      return from;
    }
    const known = this.closers.get(from.opener.id);
    if (known && known !== closer) {
      const names = `"${known.name}" and "${closer.name}"`;
      this.problems.push(about(from.opener, `"${from.opener.name}" ends at ${names}. Keep one.`));
    }
    this.closers.set(from.opener.id, known ?? closer);
    return from.around;
  }
}

const openerProblems = (view: GraphView, walk: Walk): Problem[] =>
  view.nodes.filter(isOpener).flatMap((opener) => {
    if (!walk.insides.has(opener.id)) return [];
    const closer = closerWord(opener);
    if (view.successors(opener.id).length === 0) {
      return [about(opener, `"${opener.name}" is empty. Draw what it does, up to a ${closer}.`)];
    }
    if (walk.closers.has(opener.id)) return [];
    return [about(opener, `"${opener.name}" has no ${closer}. Lead what it does to one.`)];
  });

const depthProblems = (view: GraphView, walk: Walk): Problem[] =>
  view.nodes.filter(isOpener).flatMap((opener) => {
    if ((walk.insides.get(opener.id)?.depth ?? 0) < limits.laneDepth) return [];
    const most = `Parallels and loops go at most ${limits.laneDepth} deep.`;
    return [about(opener, `"${opener.name}" lies too deep inside of others. ${most}`)];
  });

/** The openers whose lanes may have to wait: all around a node that does. */
const waitingOpeners = (view: GraphView, walk: Walk): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { id } of view.nodes.filter(waits)) {
    let lane = walk.insides.get(id);
    for (; lane && !found.has(lane.opener.id); lane = lane.around) found.add(lane.opener.id);
  }
  return found;
};

/** Reads the lanes of a graph, and says where they are not properly nested. */
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
