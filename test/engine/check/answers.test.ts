import { check } from '#lib/engine/check.ts';
import { aTask, draw } from '#test/support/drawing.ts';

const risk = { enum: ['low', 'high'] };
const user = { type: 'object', properties: { name: { type: 'string' } } };
const users = { type: 'array', items: user };
const owner = { type: ['object', 'null'], properties: { name: { type: 'string' } } };
const properties = { risk, users, owner, more: { type: 'object' } };
const closed = { type: 'object', properties, required: ['risk', 'why'] };

/** The problems of a bot whose AI agent has this answer schema and which then reads this path. */
const problems = (output_schema: object | string, path: string) =>
  check(
    draw('start -> find:ai_agent -> tell:http_request -> end', {
      find: {
        ...aTask,
        output_schema:
          typeof output_schema === 'string' ? output_schema : JSON.stringify(output_schema),
      },
      tell: { method: 'POST', url: 'https://hooks.example', body: `{% $nodes.find.${path} %}` },
    }),
  ).flatMap(({ node_id, message }) => (node_id === 'tell' ? [message] : []));

const missingFieldProblem = (field: string, names: string) => [
  `"tell" reads a missing value: the output schema of "find" has no "${field}": ` +
    `it has ${names}.`,
];

describe('an expression that reads the answer of an AI agent', () => {
  it.each([
    'answer',
    'answer.risk',
    'answer.why',
    'answer.users.name',
    'answer.users[0].name',
    'answer.more.anything',
    'answer.owner.age',
    'response.risk',
  ])('may read %s, which the output schema has or leaves open', (path) => {
    expect(problems(closed, path)).toEqual([]);
  });

  it('is reported for a missing field with the names of the existing fields', () => {
    expect(problems(closed, 'answer.foo')).toEqual(
      missingFieldProblem('foo', 'risk, users, owner, more, why'),
    );
    expect(problems(closed, 'answer.users.age')).toEqual(missingFieldProblem('age', 'name'));
    const names = 'a b c d e f g h i j'.split(' ');
    const wide = { type: 'object', required: names };
    expect(problems(wide, 'answer.k')).toEqual(
      missingFieldProblem('k', 'a, b, c, d, e, f, g, h and 2 more'),
    );
  });

  it.each<[string, object | string]>([
    ['allows more fields', { ...closed, additionalProperties: true }],
    ['names no fields', { type: 'object' }],
    ['is empty', ''],
    ['cannot be read', '{"type": "obj'],
  ])('is not reported when the schema %s', (_how, schema) => {
    expect(problems(schema, 'answer.foo')).toEqual([]);
  });
});
