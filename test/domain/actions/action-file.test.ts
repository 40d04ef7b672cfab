import { actionFileFormat, type ImportMode } from '#lib/domain/actions/action-file.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';
import { createOwnAction } from './lookup-action.ts';

const world = openTestDatabase();

const listOwnActions = async (scene: Scene) =>
  (await scene.actions.listActions(scene.root, { number_of_items: 100, owner: 'self' })).items;

const exportFile = (scene: Scene, action_id: string, kind: 'yaml' | 'json' = 'yaml') =>
  scene.actions.exportAction(scene.root, { action_id, kind });

const importFile = (scene: Scene, text: string, as: ImportMode = 'new', by = scene.root) =>
  scene.actions.importAction(by, { text, as });

const actionFileText = `format: ${actionFileFormat}
name: Look it up
description: Reads one.
executable_type: rest
integration_type: jira
call: { method: GET, path: /issue }
`;

describe('the file of an action', () => {
  it.each(['yaml', 'json'] as const)('is imported as the same action from %s', async (kind) => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene, { approval_required: true });
    const { file_name, text, hidden } = await exportFile(scene, action_id, kind);
    expect([file_name, hidden]).toEqual([`look-an-issue-up.${kind}`, []]);
    const otherScene = openScene(world);
    const copy = await importFile(otherScene, text);
    const { call, parameters_definition, approval_required } = await scene.actions.getAction(
      scene.root,
      { action_id },
    );
    expect(copy).toMatchObject({ call, parameters_definition, approval_required, version: 1 });
    expect(text).not.toContain(scene.tenant_id);
  });

  it('can be exported for actions of the product, too', async () => {
    const scene = openScene(world);
    const { text } = await exportFile(scene, 'slack.post_message');
    expect(await importFile(scene, text)).toMatchObject({ calls: 'POST /chat.postMessage' });
  });

  it('hides values that begin with arn:', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene, {
      call: {
        method: 'POST',
        path: '/roles/{issue}',
        body: { role: 'arn:aws:iam::111122223333:role/x', list: ['arn:aws:s3:::b'], a: 'no arn:' },
        query: { topic: 'arn:aws:sns:eu-west-1:111122223333:t' },
      },
    });
    const { text, hidden } = await exportFile(scene, action_id);
    expect(text).not.toMatch(/arn:aws/);
    expect(text).toContain('no arn:');
    expect(hidden).toEqual(['The ARN in topic', 'The ARN in role', 'The ARN in list']);
  });

  it('leaves out secrets that are written into the call, and keeps parameters', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene, {
      call: {
        method: 'POST',
        path: '/roles/{issue}',
        headers: { 'X-Api-Key': 'open sesame', 'X-Token': '{issue}', Accept: 'text/plain' },
        query: { api_key: 'open sesame' },
        body: { list: [{ name: 'client_secret', value: 'open sesame' }] },
      },
    });
    const { text, hidden } = await exportFile(scene, action_id);
    expect(text).not.toContain('open sesame');
    const places = ['api_key', 'X-Api-Key', 'client_secret'];
    expect([...hidden].sort()).toEqual(places.map((place) => `The secret in ${place}`).sort());
    const copy = await importFile(openScene(world), text);
    const headers = { 'X-Api-Key': '', 'X-Token': '{issue}', Accept: 'text/plain' };
    expect(copy).toMatchObject({ call: { headers } });
  });

  it('leaves nothing out of REST actions of the product', async () => {
    const scene = openScene(world);
    const all = { number_of_items: 1000, action_type: 'rest' } as const;
    const omissions: string[][] = [];
    for (const { _id } of (await scene.actions.listActions(scene.root, all)).items) {
      const { hidden } = await exportFile(scene, _id);
      if (hidden.length > 0) omissions.push([_id, ...hidden]);
    }
    expect(omissions).toEqual([]);
  });

  it('reports ARNs inside longer texts, but keeps the texts', async () => {
    const scene = openScene(world);
    const [role, topic] = ['arn:aws:iam::111122223333:role/x', 'arn:aws:sns:eu-west-1:1:t'];
    const action_id = await createOwnAction(scene, {
      description: `Tells ${topic}`,
      call: { method: 'POST', path: '/roles/{issue}', body: { a: `As ${role}, and ${role}` } },
    });
    const { text, hidden, arns } = await exportFile(scene, action_id);
    expect([hidden, arns]).toEqual([[], [topic, role]]);
    expect(text).toContain(`As ${role}`);
  });
});

describe('the file of a Python action', () => {
  const call = {
    code: 'role = "arn:aws:iam::111122223333:role/x"\nresult = clients.hub.get("/") # arn:aws:s3:::b\n',
    clients: [{ name: 'hub', integration_type: 'github', read_only: true }],
  };

  it('contains the code and the clients, and hides ARNs that are string literals', async () => {
    const scene = openScene(world);
    const action_id = await createOwnAction(scene, { executable_type: 'python', call });
    const { text, hidden, arns } = await exportFile(scene, action_id);
    expect(hidden).toEqual(['The ARN in code']);
    expect(arns).toEqual(['arn:aws:s3:::b']);
    const copy = await importFile(openScene(world), text);
    const code = call.code.replace('arn:aws:iam::111122223333:role/x', 'arn:');
    expect(copy).toMatchObject({ call: { ...call, code }, calls: 'Python: hub' });
  });
});

describe('importing an action', () => {
  const deep = '['.repeat(200);
  it.each([
    ['nothing', '', 'The file is empty.'],
    ['another file', 'a: 1\n', /^Line 1: .*Choose how it works: one of /],
    ['a bot', actionFileText.replace('action/1', 'bot/1'), /An action's file begins with/],
    [
      'a file that ends in the middle',
      `${actionFileText}parameters_definition: [{ name: `,
      /^Line \d+: /,
    ],
    ['JSON that is cut', '{"format": "cloudwarden.action/1", "name": "Lo', /^Line 1: /],
    ['a key twice', `${actionFileText}name: Again\n`, 'Line 7: Map keys must be unique.'],
    [
      'a name with a meaning',
      `${actionFileText}__proto__: {}\n`,
      'Line 7: Unknown field: __proto__',
    ],
    [
      'prototype fields',
      `${actionFileText}constructor: {}\n`,
      'Line 7: Unknown field: constructor',
    ],
    ['a tag', `${actionFileText}x: !!js/function 1\n`, /^Line 7: Tags such as/],
    ['a deep list', `${actionFileText}x: ${deep}`, /nested deeper than 64 levels/],
    ['many aliases', `x: &x a\ny: [${'*x,'.repeat(200)}]\n`, /more than 100 aliases/],
    ['two documents', `${actionFileText}---\n${actionFileText}`, /A second one begins here/],
    [
      'an unknown parameter',
      actionFileText.replace('/issue', '"/{key}"'),
      /uses {key}, but there is no/,
    ],
    ['letters of another encoding', '\uFFFD\uFFFD{', /^Line 1: |begins with/],
  ])('refuses %s with a reason and changes nothing', async (_, text, sentence) => {
    const scene = openScene(world);
    const refusal = await refusalFrom(importFile(scene, text));
    expect([refusal?.status, refusal?.extra.field]).toEqual([400, 'text']);
    expect(refusal?.message).toMatch(sentence);
    expect(await listOwnActions(scene)).toEqual([]);
  });

  it('refuses a name that is taken and changes nothing', async () => {
    const scene = openScene(world);
    await importFile(scene, actionFileText);
    const refusal = await refusalFrom(importFile(scene, actionFileText.replace('Look', 'LOOK')));
    expect(refusal).toMatchObject({ status: 409, extra: { field: 'name' } });
    expect(await listOwnActions(scene)).toHaveLength(1);
  });

  const another = actionFileText.replace('Look', 'LOOK').replace('/issue', '/issues');

  it('creates a copy or the next version of an action with that name on request', async () => {
    const scene = openScene(world);
    const { _id } = await importFile(scene, actionFileText);
    const copy = await importFile(scene, another, 'copy');
    expect(copy).toMatchObject({ name: 'LOOK it up copy', calls: 'GET /issues', version: 1 });
    expect(await importFile(scene, another, 'version')).toMatchObject({
      _id,
      name: 'LOOK it up',
      calls: 'GET /issues',
      version: 2,
    });
    expect(await listOwnActions(scene)).toHaveLength(2);
  });

  it('creates an action on import as a version if no action has the name', async () => {
    const scene = openScene(world);
    expect(await importFile(scene, actionFileText, 'version')).toMatchObject({ version: 1 });
  });

  it('requires the permission to update actions for an import as a version', async () => {
    const scene = openScene(world);
    const policies = { ALLOW: { action: { create_action: true as const } }, DENY: {} };
    const maker = person(scene.tenant_id, 'bo@example.com', {
      userType: 'SUBUSER',
      roles: [{ _id: 'role_1', name: 'R', policies }],
    });
    await importFile(scene, actionFileText, 'new', maker);
    const refusal = await refusalFrom(importFile(scene, another, 'version', maker));
    expect(refusal).toMatchObject({ status: 403 });
    expect(await importFile(scene, another, 'copy', maker)).toMatchObject({ version: 1 });
  });
});
