import { restCallOf } from '#lib/domain/actions/action-call.rules.ts';
import { awsCallOf } from '#lib/domain/actions/aws-call.rules.ts';
import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { agent } from '#lib/engine/actions/agent.ts';

const longText = 'x'.repeat(45_000);
const manyMarks = '{a}'.repeat(10_000);
const tooLargeError = 'With these values, the request is larger than 1 MiB. Give shorter ones.';

const parameters_definition: ActionOf<'rest'>['parameters_definition'] = [
  { name: 'a', label: 'A', type: 'text', required: true, description: '' },
];

const restRequestOf = (call: Partial<ActionOf<'rest'>['call']>, a: unknown = longText) =>
  restCallOf({ call: { method: 'POST', path: '/x', ...call }, parameters_definition }, { a });

const someAgent = readyMadeActions.find(
  (one): one is ActionOf<'agent'> => one.executable_type === 'agent',
);

describe('an action that multiplies a long value', () => {
  it.each([
    ['a text in its body', { body: { k: manyMarks } }],
    ['the names in its body', { body: { [manyMarks]: 1 } }],
    ['many values in its body', { body: { k: Array.from({ length: 5000 }, () => '{a}') } }],
    ['its form', { form: { k: manyMarks } }],
    ['its query', { query: { k: manyMarks } }],
    ['its path', { path: `/${manyMarks}` }],
    ['a header', { headers: { k: manyMarks } }],
    [
      'its body and query together',
      { body: { k: '{a}'.repeat(15) }, query: { k: '{a}'.repeat(15) } },
    ],
  ])('is refused when the value makes %s too large', (_, call) => {
    expect(restRequestOf(call)).toBe(tooLargeError);
  });

  it('is refused for a long list and for a value that grows by URL encoding', () => {
    const list: typeof parameters_definition = [
      { name: 'a', label: 'A', type: 'list', required: true, description: '' },
    ];
    const call = { method: 'POST', path: '/x', body: ['{a}', '{a}'] } as const;
    const input = { a: Array.from({ length: 200_000 }, () => 'ab') };
    expect(restCallOf({ call, parameters_definition: list }, input)).toBe(tooLargeError);
    expect(restRequestOf({ path: '/{a}{a}' }, '/'.repeat(200_000))).toBe(tooLargeError);
  });

  it('is refused as an AWS action and as an action of an agent', () => {
    const call = { service: 's3', operation: 'PutObject', parameters: { k: manyMarks } };
    expect(awsCallOf({ call, parameters_definition } as never, { a: longText })).toBe(
      tooLargeError,
    );
    if (!someAgent) throw new Error('No action is the work of an agent.');
    const action = { ...someAgent, parameters_definition };
    const work = { ...action, call: { ...action.call, args: { k: manyMarks } } };
    const integration = { type: 'linux', id: 'int_1' };
    const request = {
      action: work,
      input: { a: longText },
      integration,
      clients: {},
      timeoutMs: 1000,
    };
    expect(agent.plan(request)).toBe(tooLargeError);
  });

  it('is accepted when the request is below the limit', () => {
    const request = restRequestOf({ body: { k: '{a}'.repeat(20) } });
    expect(request).toMatchObject({ body: JSON.stringify({ k: longText.repeat(20) }) });
  });
});
