import type { NodeKind } from './node-kind.schema.ts';
import { approvalSettings } from './nodes/approval.schema.ts';
import { conditionSettings } from './nodes/condition.schema.ts';
import { delaySettings } from './nodes/delay.schema.ts';
import { httpRequestSettings } from './nodes/http-request.schema.ts';
import { loopSettings } from './nodes/loop.schema.ts';
import { noteSettings } from './nodes/note.schema.ts';
import { notificationSettings } from './nodes/notification.schema.ts';
import { parallelSettings } from './nodes/parallel.schema.ts';
import type { NodePolicy } from './nodes/policy.schema.ts';
import { pythonCodeSettings } from './nodes/python-code.schema.ts';
import { startSettings } from './nodes/start.schema.ts';
import { noSettings } from './nodes/template.schema.ts';
import { userInputSettings } from './nodes/user-input.schema.ts';
import type * as z from 'zod';

/**
 * Settings of every node kind: the editor's form, the check and the engine read the same schema.
 */
export const nodeSettings = {
  start: startSettings,
  end: noSettings,
  condition: conditionSettings,
  parallel: parallelSettings,
  merge: noSettings,
  loop: loopSettings,
  loop_end: noSettings,
  delay: delaySettings,
  approval: approvalSettings,
  user_input: userInputSettings,
  notification: notificationSettings,
  http_request: httpRequestSettings,
  python_code: pythonCodeSettings,
  note: noteSettings,
} as const satisfies Record<NodeKind, z.ZodType>;

export type { NodeKind } from './node-kind.schema.ts';
export type NodeSettings<K extends NodeKind = NodeKind> = z.output<(typeof nodeSettings)[K]>;

/**
 * Names of the ways out of each kind; a kind with one unnamed way has `next`; none ends or stands
 * apart.
 */
export const nodeHandles: Record<NodeKind, readonly string[]> = {
  start: ['next'],
  end: [],
  condition: ['yes', 'no'],
  parallel: ['branch'],
  merge: ['next'],
  loop: ['body'],
  loop_end: ['next'],
  delay: ['next'],
  approval: ['approved', 'rejected'],
  user_input: ['next', 'expired'],
  notification: ['next'],
  http_request: ['next'],
  python_code: ['next'],
  note: [],
};

/** What the palette and the node reference say about each kind. */
export const nodeCatalogue: Record<NodeKind, { label: string; description: string }> = {
  start: { label: 'Start', description: 'Where every run begins.' },
  end: { label: 'End', description: 'The run has succeeded.' },
  condition: { label: 'Condition', description: 'Goes on at yes or no.' },
  parallel: { label: 'Parallel', description: 'Goes on at every branch at the same time.' },
  merge: { label: 'Merge', description: 'Waits for all branches and holds what they came to.' },
  loop: { label: 'Loop', description: 'Repeats its body, up to the loop end.' },
  loop_end: { label: 'Loop end', description: 'Ends the body and holds what each turn came to.' },
  delay: { label: 'Delay', description: 'Waits for a time, without using anything.' },
  approval: { label: 'Approval', description: 'Asks people before something changes.' },
  user_input: { label: 'User input', description: 'Asks people to fill in a form.' },
  notification: { label: 'Notification', description: 'Tells people by mail or chat.' },
  http_request: { label: 'HTTP request', description: 'Calls an address.' },
  python_code: { label: 'Python code', description: 'Computes with Python, shut off from all.' },
  note: { label: 'Note', description: 'A text on the canvas; it does nothing.' },
};

/** What each kind gives: the fields of its output, as expressions read them. */
export const nodeYields: Partial<Record<NodeKind, Readonly<Record<string, string>>>> = {
  condition: {
    result: 'true or false',
    rules: 'What each rule came to, where it has rules',
  },
  loop_end: {
    turns: 'How many turns there were',
    succeeded: 'How many of them succeeded',
    failed: 'How many of them failed',
    results: 'What each turn came to, in their order',
    errors: 'The turns that failed, each with index and error',
  },
  delay: { until: 'The time that it waited for' },
  approval: {
    status: 'What people decided',
    resources: 'The resources that were approved',
    drifted: 'The resources that had changed meanwhile',
    resolutions: 'Who decided what, with their messages',
  },
  user_input: {
    values: 'What was filled in, by the inputs’ ids',
    resolver: 'Who filled it in',
    message: 'What they were told',
  },
  notification: {
    channel: 'How it was sent',
    to: 'Who got it, of an e-mail',
    status: 'The status of the answer, of a chat or webhook',
  },
  http_request: {
    status: 'The status of the answer: 200',
    headers: 'Its headers, in lower case',
    body: 'What it holds: read as JSON where it is JSON',
  },
  python_code: { result: 'What the code came to', stdout: 'What it printed' },
};

/** Kinds without effect: computed again rather than written one by one. */
export const pureKinds: ReadonlySet<NodeKind> = new Set([
  'start',
  'end',
  'condition',
  'merge',
  'loop_end',
  'note',
]);

/** What opens lanes and what closes them, in pairs (architecture, section 4). */
export const closerKinds: Partial<Record<NodeKind, NodeKind>> = {
  parallel: 'merge',
  loop: 'loop_end',
};

/** Kinds whose bodies make a run wait, for a time or for people. */
export const waitingKinds: ReadonlySet<NodeKind> = new Set(['delay', 'approval', 'user_input']);

/** Kinds that a policy (retries, timeout, what a failure means) can be given. */
export const policyKinds: ReadonlySet<NodeKind> = new Set([
  'notification',
  'http_request',
  'python_code',
]);

/** Kinds that a run can pass by, or take pinned data for: one way out, and nothing opened. */
export const passableKinds: ReadonlySet<NodeKind> = new Set([
  'delay',
  'notification',
  'http_request',
  'python_code',
]);

/** Whether every run passes the node by: then nothing of its settings counts. */
export const isPassedBy = ({ type, disabled }: { type: NodeKind; disabled?: true | undefined }) =>
  disabled === true && passableKinds.has(type);

/** The one way out that may lead to several nodes. */
export const isManyWays = (kind: NodeKind): boolean => kind === 'parallel';

/** Whether arrows can lead to it: nothing is before a start, and a note stands apart. */
export const isEntered = (kind: NodeKind): boolean => kind !== 'start' && kind !== 'note';

type Leaving = { type: NodeKind; policy?: NodePolicy | undefined };

/** The ways out of one node: those of its kind, and `error` where its policy adds it. */
export const handlesOf = ({ type, policy }: Leaving): readonly string[] =>
  policyKinds.has(type) && policy?.on_error === 'branch'
    ? [...nodeHandles[type], 'error']
    : nodeHandles[type];
