import { kindFacts, type NodeKind, nodeKinds } from './node-kinds.schema.ts';
import type { Facts } from './node-fact.schema.ts';
import type { NodePolicy } from './nodes/policy.schema.ts';

export type KindBehaviour = Facts['does'];

type KnownFacts = typeof kindFacts;
export type NodeFacts = Facts<NodeKind> & { icon: KnownFacts[NodeKind]['icon'] };
export const nodeFacts: Readonly<Record<NodeKind, NodeFacts>> = kindFacts;

/** The kinds of nodes with this `does`. */
type KindThat<D extends KindBehaviour> = {
  [K in NodeKind]: KnownFacts[K]['does'] extends D ? K : never;
}[NodeKind];

/** One entry per acting kind; the compiler requires one for each new kind. */
export type PerActingKind<T> = Readonly<Record<KindThat<'acts'>, T>>;

/** The entry of a kind; undefined for a kind that does not act. */
export const entryOfKind = <T>(table: PerActingKind<T>, kind: NodeKind): T | undefined =>
  Object.hasOwn(table, kind) ? table[kind as KindThat<'acts'>] : undefined;

const kindsThat = (...behaviours: KindBehaviour[]): ReadonlySet<NodeKind> =>
  new Set(nodeKinds.filter((kind) => behaviours.includes(nodeFacts[kind].does)));

/** Kinds without side effects: recomputed when needed instead of written one by one. */
export const pureKinds = kindsThat('marks', 'decides', 'closes');

/** Kinds that only mark a place: there is nothing to test in them, and every bot has some. */
export const markerKinds = kindsThat('marks', 'closes');

/** Kinds whose output is worth showing; for the others only the chosen output handle matters. */
export const kindsWithOutput = kindsThat('closes', 'waits', 'asks', 'acts');

/** Kinds that change something outside or ask people; approvers are informed of them. */
export const consequentialKinds = kindsThat('asks', 'acts');

/** Kinds that make a run wait, for a time or for people. */
export const waitingKinds = kindsThat('waits', 'asks');

/** Whether a kind may ask people while it works, and so make a run wait. */
export const mayAsk = (kind: NodeKind): boolean => {
  const facts = nodeFacts[kind];
  return facts.does === 'acts' && facts.mayAsk === true;
};

/** Kinds that ask people. */
export const askingKinds = kindsThat('asks');

/** Kinds that can have a policy (retries, timeout, handling of failures). */
export const policyKinds = kindsThat('acts');

/** Kinds that can be disabled or have pinned data: one output, and no lanes opened. */
export const skippableKinds: ReadonlySet<NodeKind> = new Set(
  [...kindsThat('waits', 'acts')].filter((kind) => nodeFacts[kind].handles.length === 1),
);

/** Kinds that join lanes. */
export const closingKinds = kindsThat('closes');

/** The kind that closes the lanes opened by a kind; undefined if it opens none. */
export const closerOf = (kind: NodeKind): NodeKind | undefined => {
  const facts = nodeFacts[kind];
  return facts.does === 'opens' ? facts.closedBy : undefined;
};

const openers = new Map(nodeKinds.map((kind) => [closerOf(kind), kind]));

/** The kind that opens the lanes closed by a kind; undefined if it closes none. */
export const openerOf = (kind: NodeKind): NodeKind | undefined => openers.get(kind);

const lanesOf = (kind: NodeKind) => {
  const facts = nodeFacts[kind];
  return facts.does === 'opens' ? facts.lanes : undefined;
};

/** Whether it opens a branch per arrow; only these kinds may have several arrows at one output. */
export const opensBranches = (kind: NodeKind): boolean => lanesOf(kind) === 'branches';

/** Whether it opens iterations of a body. */
export const opensTurns = (kind: NodeKind): boolean => lanesOf(kind) === 'turns';

/** Whether every run skips the node, so that its settings do not matter. */
export const isSkipped = ({ type, disabled }: { type: NodeKind; disabled?: true | undefined }) =>
  disabled === true && skippableKinds.has(type);

/** Whether arrows can lead to it. */
export const canBeEntered = (kind: NodeKind): boolean => {
  const facts = nodeFacts[kind];
  return facts.does !== 'marks' || facts.isEntered;
};

/** Whether it takes part in runs, and is not just a remark for readers of the graph. */
export const isInRuns = ({ type }: { type: NodeKind }): boolean => {
  const facts = nodeFacts[type];
  return facts.does !== 'marks' || facts.isRemark !== true;
};

type Leaving = { type: NodeKind; policy?: NodePolicy | undefined };

/** The outputs of a node: those of its kind, and `error` if its policy adds it. */
export const handlesOf = ({ type, policy }: Leaving): readonly string[] => {
  const { handles } = nodeFacts[type];
  return policyKinds.has(type) && policy?.on_error === 'branch' ? [...handles, 'error'] : handles;
};
