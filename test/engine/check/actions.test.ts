import { check } from '#lib/engine/check.ts';
import { aReading, draw } from '#test/support/drawing.ts';

const suspend = { ...aReading, action: 'okta.suspend_user' };

const problems = (drawing: string, settings: Record<string, Record<string, unknown>> = {}) =>
  check(draw(drawing, { act: suspend, ...settings })).map(({ message }) => message);

const unapproved =
  '"act" runs an action that needs approval, but a path leads to it without one. ' +
  'Add an Approval before it, and connect its output "approved".';

describe('an action that needs approval', () => {
  it('is allowed behind an approval', () => {
    expect(problems('start -> ask:approval -approved-> act:rest_api_action -> end')).toEqual([]);
  });

  it('is allowed in a loop behind an approval inside or before the loop', () => {
    const loop = { turns: { loop_type: 'count', count: 2 } };
    const insideLoop =
      'start -> turns:loop -> ask:approval -approved-> act:rest_api_action -> last:loop_end -> end';
    expect(problems(insideLoop, loop)).toEqual([]);
    const beforeLoop =
      'start -> ask:approval -approved-> turns:loop -> act:rest_api_action -> last:loop_end -> end';
    expect(problems(beforeLoop, loop)).toEqual([]);
  });

  it.each([
    ['there is no approval', 'start -> act:rest_api_action -> end'],
    ['it follows a rejection', 'start -> ask:approval -rejected-> act:rest_api_action -> end'],
    [
      'a path leads past the approval',
      `start -> if:condition -yes-> ask:approval -approved-> act:rest_api_action -> end
       if -no-> act`,
    ],
    [
      'the approval comes after the action',
      'start -> act:rest_api_action -> ask:approval -approved-> end',
    ],
  ])('is reported when %s', (_, drawing) => {
    expect(problems(drawing)).toContain(unapproved);
  });

  it('is reported when the approval is in a loop that may have no iteration', () => {
    const drawing = `start -> turns:loop -> ask:approval -approved-> last:loop_end
       last -> act:rest_api_action -> end`;
    const loop = { loop_type: 'list', items_to_iterate: '{% $event.items %}' };
    expect(problems(drawing, { turns: loop })).toContain(unapproved);
  });
});

describe('a node with an action', () => {
  const actionProblems = (settings: Record<string, unknown>) =>
    problems('start -> act:rest_api_action -> end', { act: { ...aReading, ...settings } });

  it('requires an action, an integration of its type and its parameters', () => {
    expect(actionProblems({})).toEqual([]);
    expect(actionProblems({ action: 'okta.nothing' })).toEqual([
      '"act", Action: Choose one of the actions.',
    ]);
    const github = { ...aReading.integration, type: 'github' };
    expect(actionProblems({ integration: undefined })).toEqual([
      '"act", Integration: Choose one of the integrations.',
    ]);
    expect(actionProblems({ integration: github })).toEqual([
      '"act", Integration: This action is for another type of integration. Choose one of its type.',
    ]);
    expect(actionProblems({ parameters: {} })).toEqual(['"act", Parameters: Enter User.']);
    expect(actionProblems({ parameters: { user: 'ada', ofAnother: '1' } })).toEqual([]);
  });
});

describe('a node that queries a database', () => {
  const queryProblems = (parameters: object) => {
    const integration = { ...aReading.integration, type: 'postgres' };
    const query = { ...aReading, action: 'postgres.query', integration, parameters };
    return problems('start -> act:rest_api_action -> end', { act: query });
  };
  const one = 'select id from users where mail = $1';
  const noTemplates =
    '"act", Parameters: Write the SQL without expressions: read the values that you enter ' +
    'as $1, $2.';

  it('accepts expressions in its values', () => {
    expect(queryProblems({ sql: one, values: ['{% $event.mail %}'] })).toEqual([]);
    expect(queryProblems({ sql: one, values: '{% $event.mails %}' })).toEqual([]);
    expect(queryProblems({ sql: "select '{{1,2},{3,4}}'::int[][]" })).toEqual([]);
  });

  it.each(["'{% $event.mail %}'", "'{{ event.mail }}'", '{{$json.mail}}'])(
    'refuses an expression in its SQL: %s',
    (text) => {
      expect(queryProblems({ sql: `select id from users where mail = ${text}` })).toEqual([
        noTemplates,
      ]);
    },
  );

  it.each([
    ['Enter SQL.', {}],
    ['A query only reads: begin it with SELECT or WITH.', { sql: 'delete from users' }],
    ['Write only one statement.', { sql: 'select 1; select 2' }],
    ['The SQL reads $1, which has no value here.', { sql: one }],
    ['The SQL does not read $2. Remove the value.', { sql: one, values: ['a', 'b'] }],
  ])('reports the problem: %s', (problem, parameters) => {
    expect(queryProblems(parameters)).toEqual([`"act", Parameters: ${problem}`]);
  });
});
