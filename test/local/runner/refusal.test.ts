import { UnsupportedDefinition } from '#lib/local/runner/unsupported.ts';
import { substitute } from '#lib/local/runner/substitute.ts';
import { machineOf, mapOf, openMachine, passOf, taskOf } from '#test/support/state-machine.ts';

function refusal(definition: object): UnsupportedDefinition {
  try {
    openMachine({ definition, functions: { work: async () => 'done' } });
  } catch (error) {
    if (error instanceof UnsupportedDefinition) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

const end = { End: true };
const pass = (fields: object) => machineOf({ A: { Type: 'Pass', ...fields } });
const choice = (rule: object) =>
  machineOf({ A: { Type: 'Choice', Choices: [rule] }, B: { Type: 'Succeed' } });

const inner = { Inner: { Type: 'Succeed' } };
const processor = (fields: object) => ({
  ItemProcessor: { StartAt: 'Inner', States: inner, ...fields },
});
const nest = (Arguments: object, action = 'startExecution.sync:2') => ({
  Type: 'Task',
  Resource: `arn:aws:states:::states:${action}`,
  Arguments,
  ...end,
});

describe('a state machine definition is refused when it', () => {
  it.each<[string, object, string, string]>([
    [
      'has an unsupported state type',
      pass({ Type: 'Parallel' }),
      'Parallel',
      'the type "Parallel"',
    ],
    ['has an unknown state type', pass({ Type: 'toString' }), 'toString', 'the type "toString"'],
    [
      'uses JSONPath',
      { ...pass(end), QueryLanguage: 'JSONPath' },
      'QueryLanguage JSONPath',
      'query language JSONPath',
    ],
    [
      'names no query language, which means JSONPath',
      { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
      'QueryLanguage JSONPath',
      'only JSONata is known',
    ],
    [
      'uses JSONPath in one state',
      pass({ ...end, QueryLanguage: 'JSONPath' }),
      'QueryLanguage JSONPath',
      'The state "A"',
    ],
    ['has a field of JSONPath', pass({ ResultPath: '$' }), 'Pass.ResultPath', '"ResultPath"'],
    [
      'requires heartbeats',
      machineOf({ A: taskOf({ HeartbeatSeconds: 5 }) }),
      'Task.HeartbeatSeconds',
      '"HeartbeatSeconds"',
    ],
    [
      'calls another service',
      machineOf({ A: taskOf({ Resource: 'arn:aws:states:::sqs:sendMessage' }) }),
      'Resource arn:aws:states:::sqs:sendMessage',
      'a field "Resource"',
    ],
    [
      'calls a function asynchronously',
      machineOf({ A: taskOf({ Arguments: { FunctionName: 'work', InvocationType: 'Event' } }) }),
      'Task.Arguments.InvocationType',
      '"Arguments.InvocationType"',
    ],
    [
      'calls an unknown function',
      machineOf({ A: taskOf({ Arguments: { FunctionName: 'play' } }) }),
      'function',
      'the function "play", which was not given',
    ],
    [
      'starts a run without a name, which a crash would repeat',
      machineOf({ A: nest({ StateMachineArn: 'self' }) }),
      'Task.Arguments.Name',
      'a field "Arguments.Name"',
    ],
    [
      'starts a run without waiting for it',
      machineOf({ A: nest({}, 'startExecution') }),
      'Resource arn:aws:states:::states:startExecution',
      'a field "Resource"',
    ],
    [
      'tolerates failed iterations',
      machineOf({ A: mapOf(inner, { ToleratedFailureCount: 1 }) }),
      'Map.ToleratedFailureCount',
      '"ToleratedFailureCount"',
    ],
    ['labels a Map', machineOf({ A: mapOf(inner, { Label: 'each' }) }), 'Map.Label', '"Label"'],
    [
      'runs a Map in distributed mode',
      machineOf({ A: mapOf(inner, processor({ ProcessorConfig: { Mode: 'DISTRIBUTED' } })) }),
      'ItemProcessor.ProcessorConfig.Mode DISTRIBUTED',
      '"ItemProcessor.ProcessorConfig.Mode"',
    ],
    [
      'has a Map whose items are not a list',
      machineOf({ A: mapOf(inner, { Items: 'all' }) }),
      'Items all',
      'a field "Items"',
    ],
    [
      'has a Map that begins outside itself',
      machineOf({ A: mapOf(inner, processor({ StartAt: 'A' })) }),
      'target',
      'StartAt of the state "A" names the state "A", which is missing',
    ],
    [
      'leaves a Map by a transition',
      machineOf({ A: mapOf({ Inner: passOf({ Next: 'B' }) }), B: { Type: 'Succeed' } }),
      'target',
      'the state "Inner" names the state "B", which is missing',
    ],
    [
      'enters a Map by a transition',
      machineOf({ A: mapOf(inner, { Next: 'Inner' }) }),
      'target',
      'the state "A" names the state "Inner", which is missing',
    ],
    [
      'has two states with the same name',
      machineOf({ A: mapOf({ A: { Type: 'Succeed' } }) }),
      'name',
      'two states have the name "A"',
    ],
    [
      'uses JSONPath inside a Map',
      machineOf({ A: mapOf({ Inner: passOf({ QueryLanguage: 'JSONPath' }) }) }),
      'QueryLanguage JSONPath',
      'The state "Inner"',
    ],
    [
      'has an unknown field in a retrier',
      machineOf({ A: taskOf({ Retry: [{ ErrorEquals: ['E'], Never: true }] }) }),
      'Task.Retry.0.Never',
      '"Retry.0.Never"',
    ],
    [
      'has an unknown field of the machine',
      { ...pass(end), TimeoutSeconds: 5 },
      'machine.TimeoutSeconds',
      '"TimeoutSeconds"',
    ],
    ['begins nowhere', { ...pass(end), StartAt: 'B' }, 'target', 'the state "B", which is missing'],
    ['leads to a missing state', pass({ Next: 'B' }), 'target', 'the state "B", which is missing'],
    ['has a state without Next and End', pass({}), 'exit', 'neither Next nor End'],
    ['has a state with Next and End', pass({ Next: 'A', ...end }), 'exit', 'both Next and End'],
    [
      'has a Wait state without a time',
      machineOf({ A: { Type: 'Wait', ...end } }),
      'exit',
      'not exactly one of Seconds and Timestamp',
    ],
    [
      'has a broken expression',
      pass({ ...end, Output: { a: '{% 1 + %}' } }),
      'expression',
      "the expression '1 +' of the field Output/a cannot be read",
    ],
    [
      'calls a function that differs between AWS and the embedded edition',
      pass({ ...end, Output: '{% $uuid() %}' }),
      '$uuid',
      'calls $uuid',
    ],
    [
      'has a condition that is not an expression',
      choice({ Condition: '$x = 1', Next: 'B' }),
      'Choices.0.Condition $x = 1',
      'a field "Choices.0.Condition"',
    ],
  ])('%s', (_, definition, feature, sentence) => {
    const { message, feature: refusedFeature } = refusal(definition);
    expect(refusedFeature).toBe(feature);
    expect(message).toContain(sentence);
  });
});

describe('substituting names in a definition', () => {
  it('replaces each name by its value', () => {
    const source = { a: ['${One}-${Two}'], b: '${One}' };
    expect(substitute(source, { One: '1', Two: 'say "2"' })).toEqual({ a: ['1-say "2"'], b: '1' });
  });

  it('refuses a name without a value', () => {
    expect(() => substitute({ a: '${Three}' }, {})).toThrow('${Three}');
  });
});
