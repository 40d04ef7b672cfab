import { type NodeKind, nodeKinds } from './node-kind.schema.ts';
import type { Facts } from './node-fact.schema.ts';
import type { NodePolicy } from './nodes/policy.schema.ts';

export type Does = Facts['does'];

/**
 * Everything the code needs to know about each node kind. Lists of kinds are derived from it, so
 * that a kind cannot be forgotten in one of them. Settings are in `node.schema.ts`, which weighs
 * more.
 */
const facts = {
  start: {
    label: 'Start',
    description: 'Where every run begins.',
    group: 'Flow',
    icon: 'play',
    handles: ['next'],
    does: 'marks',
    isEntered: false,
  },
  end: {
    label: 'End',
    description: 'Ends the run as succeeded.',
    group: 'Flow',
    icon: 'flag',
    handles: [],
    does: 'marks',
    isEntered: true,
  },
  condition: {
    label: 'Condition',
    description: 'Branches on a condition: yes or no.',
    group: 'Flow',
    icon: 'share',
    handles: ['yes', 'no'],
    does: 'decides',
    yields: { result: 'true or false', rules: 'What each rule came to, where it has rules' },
  },
  ai_condition: {
    label: 'AI condition',
    description: 'Asks a model a question about data: yes, no or unsure.',
    group: 'Flow',
    icon: 'gen-ai',
    mark: 'New',
    handles: ['yes', 'no', 'unsure'],
    does: 'acts',
    ownFunction: 'model',
    afterFailure: 'unsure',
    yields: {
      branch: 'The way that the run took: yes, no or unsure',
      answer: 'What the model said: yes or no',
      reason: 'Why, in its words',
      confidence: 'How sure it was, from 0 to 1',
      model: 'The model that answered',
      input_tokens: 'Tokens of the question, where the model tells',
      output_tokens: 'Tokens of the answer, where the model tells',
      cost: 'US dollars, where the price of the model is known',
      question_hash: 'The same for the same question about the same data',
    },
  },
  parallel: {
    label: 'Parallel',
    description: 'Runs its branches at the same time.',
    group: 'Flow',
    icon: 'multiscreen',
    handles: ['branch'],
    does: 'opens',
    lanes: 'branches',
    closedBy: 'merge',
  },
  merge: {
    label: 'Merge',
    description: 'Joins the branches of a parallel and collects their results.',
    group: 'Flow',
    icon: 'angle-right-double',
    handles: ['next'],
    does: 'closes',
  },
  loop: {
    label: 'Loop',
    description: 'Repeats its body for each item, a number of times or while a condition holds.',
    group: 'Flow',
    icon: 'redo',
    handles: ['body'],
    does: 'opens',
    lanes: 'turns',
    closedBy: 'loop_end',
  },
  loop_end: {
    label: 'Loop end',
    description: 'Ends the body of a loop and collects the results.',
    group: 'Flow',
    icon: 'undo',
    handles: ['next'],
    does: 'closes',
    yields: {
      turns: 'The number of iterations',
      succeeded: 'How many of them succeeded',
      rejected: 'How many of them people rejected, or did not answer in time',
      failed: 'How many of them failed',
      skipped: 'How many were not begun',
      results: 'The result of each iteration, in order',
      errors: 'Those that failed, each with its index (from 0), iteration (from 1) and error',
    },
  },
  delay: {
    label: 'Delay',
    description: 'Waits for a set time.',
    group: 'Flow',
    icon: 'status-pending',
    handles: ['next'],
    does: 'waits',
    yields: { until: 'The time that it waited for' },
  },
  approval: {
    label: 'Approval',
    description: 'Asks people to approve or reject.',
    group: 'People',
    icon: 'thumbs-up',
    handles: ['approved', 'rejected'],
    does: 'asks',
    people: 'approvers',
    question: 'approval',
    yields: {
      status: 'What people decided',
      resources: 'The resources that were approved',
      drifted: 'The resources that had changed meanwhile',
      resolutions: 'Who decided what, with their messages',
    },
  },
  user_input: {
    label: 'User input',
    description: 'Asks people to fill in a form.',
    group: 'People',
    icon: 'edit',
    handles: ['next', 'expired'],
    does: 'asks',
    people: 'authorizers',
    question: 'input',
    yields: {
      values: 'What was filled in, by the inputs’ ids',
      resolver: 'Who filled it in',
      message: 'What they were told',
    },
  },
  notification: {
    label: 'Notification',
    description: 'Sends a message by mail or chat.',
    group: 'People',
    icon: 'notification',
    handles: ['next'],
    does: 'acts',
    mails: 'to',
    yields: {
      channel: 'How it was sent',
      to: 'Who got it, of an e-mail',
      status: 'The status of the answer, of a chat or webhook',
    },
  },
  http_request: {
    label: 'HTTP request',
    description: 'Calls a web API.',
    group: 'Work',
    icon: 'globe',
    handles: ['next'],
    does: 'acts',
    yields: {
      status: 'The status of the answer: 200',
      headers: 'Its headers, in lower case',
      body: 'The body, parsed where it is JSON',
    },
  },
  rest_api_action: {
    label: 'Action',
    description: 'Runs an action with an integration.',
    group: 'Work',
    icon: 'command-prompt',
    handles: ['next'],
    does: 'acts',
    yields: { result: 'The result of the action', status: 'The HTTP status of a REST call: 200' },
  },
  steampipe_query: {
    label: 'Inventory query',
    description: 'Asks the inventory by SQL, as Steampipe does: its last scans, or live.',
    group: 'Work',
    icon: 'search',
    handles: ['next'],
    does: 'acts',
    ownFunction: 'query',
    yields: {
      rows: 'The rows, each an object by the names of the columns',
      count: 'How many rows there are',
      columns: 'The names of the columns',
      truncated: 'Whether there are more rows than these',
      next_page: 'The page with the rows that follow; absent after the last one',
      partial: 'Whether something could not be read, which problems tells',
      problems: 'What could not be read, in words',
      sources: 'What was read: the alias of each integration, and collected_at',
    },
  },
  python_code: {
    label: 'Python code',
    description: 'Runs Python in isolation, without network access.',
    group: 'Work',
    icon: 'script',
    handles: ['next'],
    does: 'acts',
    ownFunction: 'python',
    yields: { result: 'The value the code returned', stdout: 'What it printed' },
  },
  note: {
    label: 'Note',
    description: 'Text on the canvas. It does not run.',
    group: 'Notes',
    icon: 'transcript',
    handles: [],
    does: 'marks',
    isEntered: false,
  },
} as const satisfies Record<NodeKind, Facts>;

type KnownFacts = typeof facts;
export type NodeFacts = Facts & { icon: KnownFacts[NodeKind]['icon'] };
export const nodeFacts: Readonly<Record<NodeKind, NodeFacts>> = facts;

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

type Leaving = { type: NodeKind; policy?: NodePolicy | undefined };

/** The ways out of one node: those of its kind, and `error` where its policy adds it. */
export const handlesOf = ({ type, policy }: Leaving): readonly string[] => {
  const { handles } = nodeFacts[type];
  return policyKinds.has(type) && policy?.on_error === 'branch' ? [...handles, 'error'] : handles;
};
