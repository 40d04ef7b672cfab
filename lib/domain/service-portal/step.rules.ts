import type { Graph, GraphNode } from '../bots/bot.schema.ts';
import type { NodeKind } from '../bots/node-kind.schema.ts';
import type { StepGroup, StepKind, StepStatus } from './portal.schema.ts';

/** Spec 3 section 4; every other kind of node is a Process. */
const stepKinds: Partial<Record<NodeKind, StepKind>> = {
  user_input: 'Input',
  approval: 'Approve',
  delay: 'Wait',
};

const kindOf = ({ type }: GraphNode): StepKind => stepKinds[type] ?? 'Process';

/** They mark where a run begins and ends, or what a drawing means: nobody follows them. */
const unshown = new Set<NodeKind>(['start', 'end', 'note']);

/** These stand for a person who has to do something, each by itself. */
const alone = new Set<StepKind>(['Input', 'Approve']);

/**
 * The nodes of a graph in the order in which people follow them: from the start along the arrows,
 * each once, a whole branch before the next one and what follows a meeting after all of its ways.
 */
const walk = ({ nodes, edges }: Graph): GraphNode[] => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) {
    targets.set(source, [...(targets.get(source) ?? []), target]);
  }
  const start = nodes.find(({ type }) => type === 'start');
  const seen = new Set<string>();
  const finished: GraphNode[] = [];
  const open = start ? [{ id: start.id, left: [...(targets.get(start.id) ?? [])] }] : [];
  if (start) seen.add(start.id);
  // By hand, because a graph may be deeper than the stack.
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.left.pop();
    if (next === undefined) {
      const node = byId.get(top.id);
      if (node) finished.push(node);
      open.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      open.push({ id: next, left: [...(targets.get(next) ?? [])] });
    }
  }
  return finished.reverse();
};

/**
 * The steps of an app: neighbours of the same kind are one group, except that each Input and each
 * Approve is one of its own (spec 3 section 4).
 */
export const stepGroups = (graph: Graph): StepGroup[] => {
  const groups: StepGroup[] = [];
  for (const node of walk(graph)) {
    if (unshown.has(node.type)) continue;
    const kind = kindOf(node);
    const step = { id: node.id, type: node.type, name: node.name };
    const last = groups.at(-1);
    if (last?.kind === kind && !alone.has(kind)) last.steps.push(step);
    else groups.push({ kind, steps: [step] });
  }
  return groups;
};

/** What the steps of a run came to, by node id; absent where it has not reached them. */
export type Statuses = Readonly<Record<string, StepStatus | undefined>>;

const done = new Set<StepStatus | undefined>(['SUCCEEDED', 'COMPLETED', 'RESOLVED']);

/** Whether a step has come to a good end. */
export const isDone = (status: StepStatus | undefined): boolean => done.has(status);

const statusesOf = ({ steps }: StepGroup, statuses: Statuses) =>
  steps.map(({ id }) => (Object.hasOwn(statuses, id) ? statuses[id] : undefined));

/** Where nothing has failed or was cancelled: the first of these that a step has is the group's. */
const underWay = ['WAITING_FOR_APPROVAL', 'WAITING_FOR_INPUT', 'IN_PROGRESS'] as const;

/** The state of a group of steps (spec 3 section 4). */
export const groupState = (group: StepGroup, statuses: Statuses): StepStatus => {
  const all = statusesOf(group, statuses);
  if (all.every(isDone)) return 'SUCCEEDED';
  if (all.every((one) => one === 'CANCELLED')) return 'CANCELLED';
  if (all.includes('FAILED')) return 'FAILED';
  return underWay.find((one) => all.includes(one)) ?? 'QUEUED';
};

/**
 * Whether a person may open the group: an Input or Approve step only while it has been reached and
 * is not done (spec 3 section 4).
 */
export const canOpen = (group: StepGroup, statuses: Statuses): boolean => {
  if (!alone.has(group.kind)) return true;
  return statusesOf(group, statuses).some((one) => one !== undefined && !isDone(one));
};

const waits = new Set<StepStatus | undefined>(underWay);

/** The number of the group that opens by itself: the first that waits for a person. */
export const opensItself = (
  groups: readonly StepGroup[],
  statuses: Statuses,
): number | undefined => {
  const found = groups.findIndex(
    (group) => alone.has(group.kind) && statusesOf(group, statuses).some((one) => waits.has(one)),
  );
  return found < 0 ? undefined : found;
};
