import { machineOf, openMachine } from '#test/support/state-machine.ts';

async function runToEnd(states: Record<string, object>, input: Record<string, string> = {}) {
  const { runner } = openMachine({ definition: machineOf(states), functions: {} });
  await runner.start('run-1', input);
  await runner.idle();
  return runner.status('run-1');
}

const passStates = (Output: unknown) => ({ A: { Type: 'Pass', Output, End: true } });
const errorPosition =
  "An error occurred while executing the state 'A' (entered at the event id #2).";

describe('expressions of a state machine', () => {
  it.each<[string, unknown, unknown]>([
    ['text outside the marks is unchanged', ' {% 1 %} ', ' {% 1 %} '],
    ['values keep their type', { n: '{% 1 + 1 %}', b: '{% true %}' }, { n: 2, b: true }],
    ['lists and objects are evaluated in depth', [{ a: ['{% 1 %}', 'x'] }], [{ a: [1, 'x'] }]],
    ['a list stays a list', '{% [1] %}', [1]],
    ['null is a value', '{% null %}', null],
    ['a key may have any name', { __proto__x: '{% 1 %}', '': 2 }, { __proto__x: 1, '': 2 }],
    ['the only input is $states', '{% $exists($) %}', false],
    [
      'the context names run, state and machine',
      '{% $states.context.[Execution.Name, State.Name, StateMachine.Name] %}',
      ['run-1', 'A', 'bot-run'],
    ],
    ['the context has the input of the run', '{% $states.context.Execution.Input.id %}', '7'],
    [
      'the context has times',
      '{% $states.context.State.EnteredTime %}',
      '2026-03-01T12:00:00.000Z',
    ],
  ])('%s', async (_, template, value) => {
    expect(await runToEnd(passStates(template), { id: '7' })).toEqual({
      status: 'SUCCEEDED',
      output: value,
    });
  });

  it.each<[string, Record<string, object>, string]>([
    [
      'no result',
      passStates({ a: ['{% $gone %}'] }),
      "'Output/a[0]' returned nothing (undefined).",
    ],
    ['a function', passStates('{% function($x){$x} %}'), 'returned an unsupported result type.'],
    ['a function inside', passStates('{% {"a": $sum} %}'), 'returned an unsupported result type.'],
    ['an error of JSONata', passStates('{% 1 + "a" %}'), 'threw an error during evaluation. T2002'],
    [
      'a condition that is not true or false',
      {
        A: { Type: 'Choice', Choices: [{ Condition: '{% 1 %}', Next: 'B' }] },
        B: { Type: 'Succeed' },
      },
      "Expected 'boolean', but was 'number' for value: 1",
    ],
    [
      'a fraction of a second',
      { A: { Type: 'Wait', Seconds: '{% 1.5 %}', End: true } },
      "Expected 'whole number of seconds', but was 'number' for value: 1.5",
    ],
    [
      'a time without a zone',
      { A: { Type: 'Wait', Timestamp: '2026-03-01T12:00:00', End: true } },
      'cannot be parsed as an ISO-8601 extended offset date-time format string: 2026-03-01T12',
    ],
  ])('%s fails the run', async (_, states, sentence) => {
    const { status, error, cause = '' } = (await runToEnd(states)) ?? {};
    expect({ status, error }).toEqual({ status: 'FAILED', error: 'States.QueryEvaluationError' });
    expect(cause).toContain(errorPosition);
    expect(cause).toContain(sentence);
  });

  it('read variables as they were before the state assigned them', async () => {
    const outcome = await runToEnd({
      A: { Type: 'Pass', Assign: { x: 1 }, Next: 'B' },
      B: { Type: 'Pass', Assign: { x: 2, y: '{% $x %}' }, Output: '{% $x %}', Next: 'C' },
      C: { Type: 'Pass', Output: '{% [$states.input, $x, $y] %}', End: true },
    });
    expect(outcome?.output).toEqual([1, 2, 1]);
  });
});

const choiceStates = (fields: object) => ({
  A: {
    Type: 'Choice',
    Choices: [
      {
        Condition: '{% $states.input.id = "1" %}',
        Output: 'one',
        Assign: { by: 'rule' },
        Next: 'B',
      },
      { Condition: '{% $states.input.id > "5" %}', Next: 'B' },
    ],
    ...fields,
  },
  B: { Type: 'Pass', Output: '{% [$states.input, $exists($by) ? $by : "-"] %}', End: true },
});

describe('a Choice state', () => {
  const byDefault = { Default: 'B', Output: 'none', Assign: { by: 'default' } };

  it.each([
    ['the first rule that holds', '1', ['one', 'rule']],
    ['a rule without output, with the input', '7', [{ id: '7' }, '-']],
    ['the default', '3', ['none', 'default']],
  ])('takes %s', async (_, id, output) => {
    expect((await runToEnd(choiceStates(byDefault), { id }))?.output).toEqual(output);
  });

  it('fails when no rule holds and there is no default', async () => {
    expect(await runToEnd(choiceStates({}), { id: '3' })).toMatchObject({
      status: 'FAILED',
      error: 'States.NoChoiceMatched',
    });
  });
});
