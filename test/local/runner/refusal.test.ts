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

describe('a definition is refused when it', () => {
  it.each<[string, object, string, string]>([
    [
      'has a state type that is not there',
      pass({ Type: 'Parallel' }),
      'Parallel',
      'the type "Parallel"',
    ],
    ['has a type nobody knows', pass({ Type: 'toString' }), 'toString', 'the type "toString"'],
    [
      'speaks JSONPath',
      { ...pass(end), QueryLanguage: 'JSONPath' },
      'QueryLanguage JSONPath',
      'query language JSONPath',
    ],
    [
      'names no language, which means JSONPath',
      { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
      'QueryLanguage JSONPath',
      'only JSONata is known',
    ],
    [
      'speaks JSONPath in one state',
      pass({ ...end, QueryLanguage: 'JSONPath' }),
      'QueryLanguage JSONPath',
      'The state "A"',
    ],
    ['has a field of JSONPath', pass({ ResultPath: '$' }), 'Pass.ResultPath', '"ResultPath"'],
    [
      'asks for heartbeats',
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
      'calls in another way',
      machineOf({ A: taskOf({ Arguments: { FunctionName: 'work', InvocationType: 'Event' } }) }),
      'Task.Arguments.InvocationType',
      '"Arguments.InvocationType"',
    ],
    [
      'calls a function that was not given',
      machineOf({ A: taskOf({ Arguments: { FunctionName: 'play' } }) }),
      'function',
      'the function "play", which was not given',
    ],
    [
      'starts a run without a name, which a crash would start twice',
      machineOf({ A: nest({ StateMachineArn: 'self' }) }),
      'Task.Arguments.Name',
      'a field "Arguments.Name"',
    ],
    [
      'starts a run and does not wait for it',
      machineOf({ A: nest({}, 'startExecution') }),
      'Resource arn:aws:states:::states:startExecution',
      'a field "Resource"',
    ],
    [
      'tolerates failures of iterations',
      machineOf({ A: mapOf(inner, { ToleratedFailureCount: 1 }) }),
      'Map.ToleratedFailureCount',
      '"ToleratedFailureCount"',
    ],
    ['labels a Map', machineOf({ A: mapOf(inner, { Label: 'each' }) }), 'Map.Label', '"Label"'],
    [
      'runs a Map elsewhere',
      machineOf({ A: mapOf(inner, processor({ ProcessorConfig: { Mode: 'DISTRIBUTED' } })) }),
      'ItemProcessor.ProcessorConfig.Mode DISTRIBUTED',
      '"ItemProcessor.ProcessorConfig.Mode"',
    ],
    [
      'has a Map over what is no list',
      machineOf({ A: mapOf(inner, { Items: 'all' }) }),
      'Items all',
      'a field "Items"',
    ],
    [
      'has a Map that begins outside of it',
      machineOf({ A: mapOf(inner, processor({ StartAt: 'A' })) }),
      'target',
      'StartAt of the state "A" names the state "A", which is missing',
    ],
    [
      'leads out of a Map',
      machineOf({ A: mapOf({ Inner: passOf({ Next: 'B' }) }), B: { Type: 'Succeed' } }),
      'target',
      'the state "Inner" names the state "B", which is missing',
    ],
    [
      'leads into a Map',
      machineOf({ A: mapOf(inner, { Next: 'Inner' }) }),
      'target',
      'the state "A" names the state "Inner", which is missing',
    ],
    [
      'has two states of one name',
      machineOf({ A: mapOf({ A: { Type: 'Succeed' } }) }),
      'name',
      'two states have the name "A"',
    ],
    [
      'speaks JSONPath inside a Map',
      machineOf({ A: mapOf({ Inner: passOf({ QueryLanguage: 'JSONPath' }) }) }),
      'QueryLanguage JSONPath',
      'The state "Inner"',
    ],
    [
      'has a retrier field that is not there',
      machineOf({ A: taskOf({ Retry: [{ ErrorEquals: ['E'], Never: true }] }) }),
      'Task.Retry.0.Never',
      '"Retry.0.Never"',
    ],
    [
      'has a machine field that is not there',
      { ...pass(end), TimeoutSeconds: 5 },
      'machine.TimeoutSeconds',
      '"TimeoutSeconds"',
    ],
    ['begins nowhere', { ...pass(end), StartAt: 'B' }, 'target', 'the state "B", which is missing'],
    ['leads nowhere', pass({ Next: 'B' }), 'target', 'the state "B", which is missing'],
    ['does not say where it leads', pass({}), 'exit', 'neither Next nor End'],
    ['says twice where it leads', pass({ Next: 'A', ...end }), 'exit', 'both Next and End'],
    [
      'waits for nothing',
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
      'calls a function that differs between the two sides',
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
    const { message, feature: named } = refusal(definition);
    expect(named).toBe(feature);
    expect(message).toContain(sentence);
  });
});

describe('substitution', () => {
  it('puts values in the place of names', () => {
    const source = { a: ['${One}-${Two}'], b: '${One}' };
    expect(substitute(source, { One: '1', Two: 'say "2"' })).toEqual({ a: ['1-say "2"'], b: '1' });
  });

  it('names what has no value', () => {
    expect(() => substitute({ a: '${Three}' }, {})).toThrow('${Three}');
  });
});
