import * as z from 'zod';

/** The supported parts of the States Language: every field not listed here is rejected. */
const comment = z.string().optional();
const assign = z.record(z.string(), z.json()).optional();
const output = z.json().optional();
const count = z.int().nonnegative();
const seconds = z.int().min(0).max(99_999_999);
const expression = z.string().regex(/^\{%[^]*%\}$/, 'must be an expression {% ... %}');
const state = { Comment: comment, QueryLanguage: z.literal('JSONata').optional() };
const exit = { Next: z.string().optional(), End: z.literal(true).optional() };
const errors = z.array(z.string().min(1)).min(1);

const retrier = z.strictObject({
  Comment: comment,
  ErrorEquals: errors,
  IntervalSeconds: z.int().positive().default(1),
  MaxAttempts: count.default(3),
  BackoffRate: z.number().min(1).default(2),
  MaxDelaySeconds: z.int().positive().optional(),
  JitterStrategy: z.enum(['FULL', 'NONE']).default('NONE'),
});

const catcher = z.strictObject({
  Comment: comment,
  ErrorEquals: errors,
  Next: z.string(),
  Assign: assign,
  Output: output,
});

const rule = z.strictObject({
  Comment: comment,
  Condition: z.union([z.boolean(), expression]),
  Next: z.string(),
  Assign: assign,
  Output: output,
});

const recovery = { Retry: z.array(retrier).default([]), Catch: z.array(catcher).default([]) };

const anyTask = {
  ...state,
  ...exit,
  ...recovery,
  Type: z.literal('Task'),
  TimeoutSeconds: z.union([seconds, expression]).optional(),
  Assign: assign,
  Output: output,
};

const functionTask = z.strictObject({
  ...anyTask,
  Resource: z.enum([
    'arn:aws:states:::lambda:invoke',
    'arn:aws:states:::lambda:invoke.waitForTaskToken',
  ]),
  Arguments: z.union([
    expression,
    z.strictObject({ FunctionName: z.string(), Payload: z.json().optional() }),
  ]),
});

/** A name is required: a random one would start a second run after a crash. */
const nestedTask = z.strictObject({
  ...anyTask,
  Resource: z.literal('arn:aws:states:::states:startExecution.sync:2'),
  Arguments: z.strictObject({
    StateMachineArn: z.string(),
    Name: z.string(),
    Input: z.json().optional(),
  }),
});

const task = z.discriminatedUnion('Resource', [functionTask, nestedTask]);

const states = z.record(z.string(), z.looseObject({ Type: z.string() }));

const map = z.strictObject({
  ...state,
  ...exit,
  ...recovery,
  Type: z.literal('Map'),
  Items: z.union([z.array(z.json()), expression]).optional(),
  ItemSelector: z.json().optional(),
  ItemProcessor: z.strictObject({
    Comment: comment,
    ProcessorConfig: z.strictObject({ Mode: z.literal('INLINE').optional() }).optional(),
    StartAt: z.string(),
    States: states,
  }),
  MaxConcurrency: z.union([count, expression]).default(0),
  Assign: assign,
  Output: output,
});

const choice = z.strictObject({
  ...state,
  Type: z.literal('Choice'),
  Choices: z.array(rule).min(1),
  Default: z.string().optional(),
  Assign: assign,
  Output: output,
});

const wait = z.strictObject({
  ...state,
  ...exit,
  Type: z.literal('Wait'),
  Seconds: z.union([seconds, expression]).optional(),
  Timestamp: z.string().optional(),
  Assign: assign,
  Output: output,
});

const pass = z.strictObject({
  ...state,
  ...exit,
  Type: z.literal('Pass'),
  Assign: assign,
  Output: output,
});

const succeed = z.strictObject({ ...state, Type: z.literal('Succeed'), Output: output });

const fail = z.strictObject({
  ...state,
  Type: z.literal('Fail'),
  Error: z.string().optional(),
  Cause: z.string().optional(),
});

/** The state types, each with its permitted fields. */
export const stateTypes = {
  Task: task,
  Map: map,
  Choice: choice,
  Wait: wait,
  Pass: pass,
  Succeed: succeed,
  Fail: fail,
} as const;

export const machineDefinition = z.strictObject({
  Comment: comment,
  Version: z.literal('1.0').optional(),
  QueryLanguage: z.enum(['JSONata', 'JSONPath']).default('JSONPath'),
  StartAt: z.string(),
  States: states,
});

export type FunctionTaskDefinition = z.infer<typeof functionTask>;
export type NestedTaskDefinition = z.infer<typeof nestedTask>;
export type TaskDefinition = z.infer<typeof task>;
export type MapDefinition = z.infer<typeof map>;
export type ChoiceDefinition = z.infer<typeof choice>;
export type WaitDefinition = z.infer<typeof wait>;
export type PassDefinition = z.infer<typeof pass>;
export type SucceedDefinition = z.infer<typeof succeed>;
export type FailDefinition = z.infer<typeof fail>;
export type StateDefinition = z.infer<(typeof stateTypes)[keyof typeof stateTypes]>;
export type Retrier = z.infer<typeof retrier>;
export type Catcher = z.infer<typeof catcher>;
