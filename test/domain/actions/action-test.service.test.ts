import { openTestDatabase } from '#test/support/database.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom } from '../scene.ts';
import { createOwnAction } from './lookup-action.ts';

const world = openTestDatabase();

const form = {
  cspName: 'jira',
  alias: 'Tickets',
  groups: ['Ops'],
  values: { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' },
};

const open = async (overrides: object = {}) => {
  const scene = openScene(world);
  const { accountId: integration_id } = await scene.integrations.createIntegration(
    scene.root,
    newIntegration.parse(form),
  );
  const action_id = await createOwnAction(scene, overrides);
  const test = (input: object = {}, by = scene.root) =>
    scene.actions.testAction(by, {
      action_id,
      integration_id,
      clients: {},
      parameters: { issue: 'OPS-1' },
      dry_run: true,
      confirmed: false,
      ...input,
    });
  return { scene, action_id, integration_id, test };
};

describe('testing an action', () => {
  it('runs the action once with the integration and the parameters', async () => {
    const { action_id, integration_id, test } = await open();
    expect(await test()).toMatchObject({
      status: 'SUCCEEDED',
      output: {
        action: action_id,
        integration: { type: 'jira', id: integration_id },
        parameters: { issue: 'OPS-1' },
        dry_run: true,
      },
    });
  });

  it('requires a confirmation if the action deletes, except in a dry run', async () => {
    const { test } = await open({ call: { method: 'DELETE', path: '/issue/{issue}' } });
    expect(await test()).toMatchObject({ status: 'SUCCEEDED' });
    const refusal = await refusalFrom(test({ dry_run: false }));
    expect(refusal).toMatchObject({ status: 400, extra: { field: 'confirmed' } });
    expect(await test({ dry_run: false, confirmed: true })).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('allows only a dry run if the action needs an approval', async () => {
    const { test } = await open({ approval_required: true });
    expect(await test()).toMatchObject({ status: 'SUCCEEDED', output: { dry_run: true } });
    const refusal = await refusalFrom(test({ dry_run: false, confirmed: true }));
    expect(refusal).toMatchObject({ status: 400, extra: { field: 'dry_run' } });
    expect(refusal?.message).toContain('needs an approval');
  });

  it('is refused if no integration is chosen', async () => {
    const { test } = await open();
    const refusal = await refusalFrom(test({ integration_id: undefined }));
    expect(refusal).toMatchObject({ status: 400, extra: { field: 'integration_id' } });
  });

  it('is refused without a right to the integration, or if the action is unknown', async () => {
    const { scene, test } = await open();
    const { integration_id } = await open();
    expect(await refusalFrom(test({ integration_id }))).toMatchObject({ status: 403 });
    const policies = { ALLOW: { action: { '*': true as const } }, DENY: {} };
    const blind = person(scene.tenant_id, 'bo@example.com', {
      userType: 'SUBUSER',
      roles: [{ _id: 'role_1', name: 'R', policies }],
    });
    expect(await refusalFrom(test({}, blind))).toMatchObject({ status: 403 });
    expect(await refusalFrom(test({ action_id: 'act_0' }))).toMatchObject({ status: 404 });
  });
});

describe('testing a Python action', () => {
  const clients = [
    { name: 'tickets', integration_type: 'jira' },
    { name: 'reads', integration_type: 'jira', read_only: true },
  ];
  const code = 'result = 1';
  const both = (id: string) => ({ clients: { tickets: id, reads: id } });

  it('runs the action once with an integration for each client', async () => {
    const { integration_id: id, test } = await open({
      executable_type: 'python',
      call: { code, clients },
    });
    const ref = { type: 'jira', id };
    expect(await test({ integration_id: undefined, ...both(id) })).toMatchObject({
      output: { clients: { tickets: ref, reads: ref } },
    });
    const half = await refusalFrom(test({ clients: { reads: id } }));
    expect(half).toMatchObject({
      status: 400,
      message: 'Choose an integration for the client tickets.',
    });
    const { integration_id: foreign } = await open();
    expect(await refusalFrom(test(both(foreign)))).toMatchObject({ status: 403 });
  });

  it('requires a confirmation if a client may write', async () => {
    const writingScene = await open({ executable_type: 'python', call: { code, clients } });
    const refusal = await refusalFrom(
      writingScene.test({ ...both(writingScene.integration_id), dry_run: false }),
    );
    expect(refusal).toMatchObject({ status: 400, extra: { field: 'confirmed' } });
    const readOnlyAction = { executable_type: 'python', call: { code, clients: clients.slice(1) } };
    const readingScene = await open(readOnlyAction);
    expect(
      await readingScene.test({ ...both(readingScene.integration_id), dry_run: false }),
    ).toMatchObject({
      status: 'SUCCEEDED',
    });
  });

  it('requires no integration if the action has no clients', async () => {
    const { test } = await open({ executable_type: 'python', call: { code } });
    expect(await test({ integration_id: undefined })).toMatchObject({ status: 'SUCCEEDED' });
  });
});
