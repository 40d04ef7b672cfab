import { openTestDatabase } from '#test/support/database.ts';
import { storedUserInput, storeUserInput } from '../domain/user-inputs/store-user-input.ts';
import { field } from '../domain/user-inputs/sample-user-input.ts';
import { openScene } from '../domain/scene.ts';
import { eventOf, openTestApi, routeOf } from './gateway.ts';

const world = openTestDatabase();

const open = async () => {
  const scene = openScene(world);
  const inputs = [
    field('reason', 'text', { required: true, pattern: '[a-z ]+' }),
    field('data', 'json'),
    field('zones', 'multiselect', { options: ['eu', 'us'] }),
  ];
  const id = await storeUserInput(scene, { inputs });
  const api = await openTestApi(scene);
  const post = (body: string) => {
    const input = { user_input_id: id };
    const event = eventOf(routeOf('submitUserInput'), input, api.proofOf('root'), { body });
    return api.send('user-inputs', event);
  };
  return { scene, id, api, post };
};

const valuesBody = (text: string) => `{"values":${text}}`;
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('submitting invalid values to a user input', () => {
  it.each<[string, string]>([
    ['an empty body', ''],
    ['a body that is not JSON', 'values'],
    ['a list as the body', '[]'],
    ['null as the body', 'null'],
    ['no values', '{}'],
    ['values as null', valuesBody('null')],
    ['values as a list', valuesBody('["reason"]')],
    ['values as text', valuesBody('"reason"')],
    ['another field', '{"values":{"reason":"x"},"status":"RESOLVED"}'],
    ['the id twice', '{"values":{"reason":"x"},"user_input_id":"inp_2"}'],
    ['a resolver of its own', '{"values":{"reason":"x"},"resolver":{"id":"eve"}}'],
    ['no required value', valuesBody('{}')],
    ['an empty text', valuesBody('{"reason":""}')],
    ['null as a value', valuesBody('{"reason":null}')],
    ['a number', valuesBody('{"reason":1}')],
    ['a list as a value', valuesBody('{"reason":["x"]}')],
    ['an object as a value', valuesBody('{"reason":{"$ne":1}}')],
    ['a value that does not match the pattern', valuesBody('{"reason":"X1"}')],
    ['an unknown input', valuesBody('{"reason":"x","other":1}')],
    ['an inherited name', valuesBody('{"reason":"x","constructor":1}')],
    ['a very long name', valuesBody(`{"reason":"x","${'n'.repeat(100)}":1}`)],
    ['a text that is too long', valuesBody(`{"reason":"${'x'.repeat(10_001)}"}`)],
    ['broken JSON', valuesBody('{"reason":"x","data":"{"}')],
    ['JSON that is nested too deeply', valuesBody(`{"reason":"x","data":"${deep(100)}"}`)],
    ['a body that is nested too deeply', valuesBody(`{"reason":"x","data":${deep(100)}}`)],
    ['an unknown option', valuesBody('{"reason":"x","zones":["mars"]}')],
    ['an option that is not in a list', valuesBody('{"reason":"x","zones":"eu"}')],
    ['a body that is too large', valuesBody(`{"reason":"x","data":"${'x'.repeat(1024 * 1024)}"}`)],
  ])('refuses %s', async (_name, body) => {
    const { scene, id, post } = await open();
    const { status, body: answer } = await post(body);
    expect([400, 413]).toContain(status);
    expect(answer.error).toEqual(expect.any(String));
    expect((await storedUserInput(scene, id)).status).toBe('PENDING');
    expect([...scene.facts, ...scene.frames]).toEqual([]);
  });

  it('reports each wrong value', async () => {
    const { post } = await open();
    const { body } = await post(valuesBody('{"reason":"X1","zones":["mars"]}'));
    expect(body).toEqual({
      error: 'reason: Enter text that matches [a-z ]+',
      field: 'reason',
      detail: [
        { msg: 'reason: Enter text that matches [a-z ]+', loc: ['values', 'reason'] },
        { msg: 'zones: Choose among the options.', loc: ['values', 'zones'] },
      ],
    });
  });

  it('ignores a prototype', async () => {
    const { scene, id, post } = await open();
    const { status } = await post(valuesBody('{"reason":"x","__proto__":{"polluted":true}}'));
    expect(status).toBe(200);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await storedUserInput(scene, id)).inputs[0]?.value).toBe('x');
  });
});

describe('the list of user inputs', () => {
  it.each([
    [{ status: 'pending' }],
    [{ status: 'CANCELLED' }],
    [{ bot_name: 'x' }],
    [{ bot_name: 'a.*' }],
    [{ current_user: 'yes' }],
    [{ authorizer: 'ada' }],
    [{ authorizer: 'self' }],
    [{ number_of_items: 101 }],
    [{ page_number: 0 }],
    [{ next: 'forged' }],
  ])('refuses %j', async (query) => {
    const { api } = await open();
    expect((await api.call('listUserInputs', query)).status).toBe(400);
  });

  it('applies its filters', async () => {
    const { api, id } = await open();
    const query = { status: 'PENDING', bot_name: 'isolate', authorizer: 'Ada@example.com' };
    const { status, body } = await api.call('listUserInputs', { ...query, number_of_items: 10 });
    expect([status, body.items]).toMatchObject([200, [{ _id: id, may_act: true }]]);
    expect(JSON.stringify(body)).not.toContain('reason');
  });
});
