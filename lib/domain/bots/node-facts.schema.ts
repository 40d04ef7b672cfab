import { kindFacts } from './kind-facts.schema.ts';
import { type NodeKind, nodeKinds } from './node-kind.schema.ts';
import type { Facts } from './node-fact.schema.ts';
import type { NodePolicy } from './nodes/policy.schema.ts';

export type Does = Facts['does'];

type KnownFacts = typeof kindFacts;
export type NodeFacts = Facts<NodeKind> & { icon: KnownFacts[NodeKind]['icon'] };
export const nodeFacts: Readonly<Record<NodeKind, NodeFacts>> = kindFacts;

/** The kinds of nodes that do this. */
type KindThat<D extends Does> = {
  [K in NodeKind]: KnownFacts[K]['does'] extends D ? K : never;
}[NodeKind];

/** One entry for each kind of node that acts: the compiler demands that of a new one. */
export type OfActing<T> = Readonly<Record<KindThat<'acts'>, T>>;

/** The entry of a kind, which is none where it does not act. */
export const ofActing = <T>(table: OfActing<T>, kind: NodeKind): T | undefined =>
  Object.hasOwn(table, kind) ? table[kind as KindThat<'acts'>] : undefined;

const kindsThat = (...what: Does[]): ReadonlySet<NodeKind> =>
  new Set(nodeKinds.filter((kind) => what.includes(nodeFacts[kind].does)));

/** Kinds without effect: computed again rather than written one by one. */
export const pureKinds = kindsThat('marks', 'decides', 'closes');

/** Kinds that stand for a place: there is nothing to test on them, and every bot has some. */
export const placeKinds = kindsThat('marks', 'closes');

/** Kinds whose own output is worth reading; of the others it is their way out that counts. */
export const tellingKinds = kindsThat('closes', 'waits', 'asks', 'acts');

/** Kinds that change something outside, or ask people: approvers are told of them. */
export const consequentialKinds = kindsThat('asks', 'acts');

/** Kinds that make a run wait, for a time or for people. */
export const waitingKinds = kindsThat('waits', 'asks');

/** Kinds that may make a run wait while they work. */
export const mayAsk = (kind: NodeKind): boolean => {
  const own = nodeFacts[kind];
  return own.does === 'acts' && own.mayAsk === true;
};

/** Kinds that ask people. */
export const askingKinds = kindsThat('asks');

/** Kinds that a policy (retries, timeout, what a failure means) can be given. */
export const policyKinds = kindsThat('acts');

/** Kinds that a run can pass by, or take pinned data for: one way out, and nothing opened. */
export const passableKinds: ReadonlySet<NodeKind> = new Set(
  [...kindsThat('waits', 'acts')].filter((kind) => nodeFacts[kind].handles.length === 1),
);

/** Kinds that bring lanes together. */
export const closingKinds = kindsThat('closes');

/** What closes the lanes that a kind opens; undefined where it opens none. */
export const closerOf = (kind: NodeKind): NodeKind | undefined => {
  const own = nodeFacts[kind];
  return own.does === 'opens' ? own.closedBy : undefined;
};

const openers = new Map(nodeKinds.map((kind) => [closerOf(kind), kind]));

/** What opens the lanes that a kind closes; undefined where it closes none. */
export const openerOf = (kind: NodeKind): NodeKind | undefined => openers.get(kind);

const lanesOf = (kind: NodeKind) => {
  const own = nodeFacts[kind];
  return own.does === 'opens' ? own.lanes : undefined;
};

/** Whether it opens a branch for each of its arrows: the one way out with several of them. */
export const opensBranches = (kind: NodeKind): boolean => lanesOf(kind) === 'branches';

/** Whether it opens turns of one body. */
export const opensTurns = (kind: NodeKind): boolean => lanesOf(kind) === 'turns';

/** Whether every run passes the node by: then nothing of its settings counts. */
export const isPassedBy = ({ type, disabled }: { type: NodeKind; disabled?: true | undefined }) =>
  disabled === true && passableKinds.has(type);

/** Whether arrows can lead to it. */
export const isEntered = (kind: NodeKind): boolean => {
  const own = nodeFacts[kind];
  return own.does !== 'marks' || own.isEntered;
};

/** Whether it is a part of runs, and no remark for readers of the graph. */
export const isInRuns = ({ type }: { type: NodeKind }): boolean => {
  const own = nodeFacts[type];
  return own.does !== 'marks' || own.isRemark !== true;
};

type Leaving = { type: NodeKind; policy?: NodePolicy | undefined };

/** The ways out of one node: those of its kind, and `error` where its policy adds it. */
export const handlesOf = ({ type, policy }: Leaving): readonly string[] => {
  const { handles } = nodeFacts[type];
  return policyKinds.has(type) && policy?.on_error === 'branch' ? [...handles, 'error'] : handles;
};
