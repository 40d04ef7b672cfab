import { check } from '#lib/engine/check.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import {
  agentGraph,
  agentSettings,
  agentWorlds,
  answersInOrder,
  getUserCall,
  readAgent,
  textAnswer,
  toolCallAnswer,
  type World,
} from './agent-world.ts';

const database = openTestDatabase('disk');
const world = agentWorlds(database);

const output_schema = JSON.stringify({
  type: 'object',
  properties: {
    risk: { enum: ['low', 'high'] },
    users: { type: 'array', items: { type: 'string' } },
  },
  required: ['risk'],
  additionalProperties: false,
});

const runAgent = async (one: World, overrides: object = {}) => {
  const id = await one.start(agentGraph({ output_schema, ...overrides }));
  await one.drive(id);
  return readAgent(database, one, id);
};

describe('the answer of an AI agent with an output schema', () => {
  it('is requested as JSON and can be read by later nodes', async () => {
    const one = world(
      answersInOrder(
        toolCallAnswer(getUserCall('ada')),
        textAnswer('{"risk":"high","users":["ada"]}'),
      ),
    );
    const find = { ...agentSettings, output_schema };
    const graph = draw('start -> find:ai_agent -> high:condition -yes-> end', {
      find,
      high: {
        expression: "{% $nodes.find.answer.risk & $nodes.find.answer.users[0] = 'highada' %}",
      },
    });
    const id = await one.start(graph);
    await one.drive(id);
    const { result, run, thread } = await readAgent(database, one, id);
    expect(one.modelTurns[0]?.instructions).toContain(output_schema);
    expect(result?.output).toMatchObject({
      answer: { risk: 'high', users: ['ada'] },
      response: '{"risk":"high","users":["ada"]}',
      ended_by: 'final_response',
    });
    expect(run.results['end']?.status).toBe('SUCCEEDED');
    expect(thread).toMatchObject({ status: 'COMPLETED' });
  });

  it('may be enclosed in a code block', async () => {
    const { result } = await runAgent(
      world(answersInOrder(textAnswer('```json\n{"risk":"low"}\n```'))),
    );
    expect(result?.output).toMatchObject({ answer: { risk: 'low' } });
  });

  it.each([
    ['is not JSON', 'The risk is high.', 'It is not JSON.'],
    ['has another value', '{"risk":"medium"}', 'risk: '],
    ['lacks a field', '{"users":[]}', 'risk: '],
    ['has an unknown field', '{"risk":"low","more":1}', 'more'],
    ['has another type inside', '{"risk":"low","users":[1]}', 'users.0: '],
  ])('is requested again when it %s', async (_what, first, reason) => {
    const one = world(answersInOrder(textAnswer(first), textAnswer('{"risk":"low"}')));
    const { result, entries } = await runAgent(one);
    expect(result?.output).toMatchObject({ answer: { risk: 'low' }, steps: 2 });
    const [rejectedAnswer, correction] = one.modelTurns[1]?.messages.slice(-2) ?? [];
    expect(rejectedAnswer).toMatchObject({ role: 'assistant', parts: [{ text: first }] });
    expect(correction).toMatchObject({ role: 'user', text: expect.stringContaining(reason) });
    // It is not stored as a message of people.
    const roles = entries.map(({ role }) => role);
    expect(roles.slice(2)).toEqual(['assistant', 'system', 'assistant']);
  });

  it('fails the node when the second answer does not fit either', async () => {
    const one = world(answersInOrder(textAnswer('High.'), textAnswer('{"risk":"very high"}')));
    const { result, thread } = await runAgent(one);
    const error = expect.stringMatching(/^The agent's answer does not match its output schema. risk: /);
    expect(result).toMatchObject({ status: 'FAILED', error });
    expect(result?.output).toMatchObject({ response: '{"risk":"very high"}', steps: 2 });
    expect(thread).toMatchObject({ status: 'FAILED', error });
    expect(one.modelTurns).toHaveLength(2);
  });

  it('fails the node when a limit is reached before an answer fits', async () => {
    const { result } = await runAgent(world(answersInOrder(textAnswer('High.'))), { max_steps: 1 });
    expect(result).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('does not match its output schema'),
      output: { ended_by: 'steps' },
    });
  });
});

describe('the output schema of an AI agent', () => {
  const problems = (text: string) =>
    check(agentGraph({ output_schema: text }))
      .filter(({ field }) => field?.name === 'output_schema')
      .map(({ field }) => field?.message);

  it.each([
    ['of an object', output_schema, []],
    ['that is not JSON', '{', [expect.stringContaining('Enter a JSON schema')]],
    ['of a list', '{"type":"array"}', [expect.stringContaining('"type": "object"')]],
    [
      'with an expression',
      '{"type":"object","title":"{% $event %}"}',
      [expect.stringContaining('must not contain expressions')],
    ],
    [
      'with a pattern',
      '{"type":"object","properties":{"a":{"type":"string","pattern":"(a+)+"}}}',
      [expect.stringContaining('at properties.a: Unknown field: pattern')],
    ],
    [
      'with an unknown type',
      '{"type":"object","properties":{"a":{"type":"texts"}}}',
      [expect.stringContaining('cannot be used, at properties.a.type')],
    ],
  ])('is checked before publishing: a schema %s', (_what, text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
