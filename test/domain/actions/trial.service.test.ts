import { openTestDatabase } from '#test/support/database.ts';
import { newIntegration } from '#lib/domain/integrations/integration.schema.ts';
import { person } from '#test/support/people.ts';
import { openScene, refusalFrom } from '../scene.ts';
import { made } from './written.ts';

const world = openTestDatabase();

const form = {
  cspName: 'jira',
  alias: 'Tickets',
  groups: ['Ops'],
  values: { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' },
};

const open = async (more: object = {}) => {
  const scene = openScene(world);
  const { accountId: integration_id } = await scene.integrations.createIntegration(
    scene.root,
    newIntegration.parse(form),
  );
  const action_id = await made(scene, more);
  const test = (asked: object = {}, by = scene.root) =>
    scene.actions.testAction(by, {
      action_id,
      integration_id,
      parameters: { issue: 'OPS-1' },
      dry_run: true,
      confirmed: false,
      ...asked,
    });
  return { scene, action_id, integration_id, test };
};

describe('a test of an action', () => {
  it('runs it once with the integration and the values', async () => {
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

  it.each([
    ['needs approval', { approval_required: true }],
    ['deletes', { call: { method: 'DELETE', path: '/issue/{issue}' } }],
  ])('asks once more where the action %s, but not for a dry run', async (_, more) => {
    const { test } = await open(more);
    expect(await test()).toMatchObject({ status: 'SUCCEEDED' });
    const refusal = await refusalFrom(test({ dry_run: false }));
    expect(refusal).toMatchObject({ status: 400, extra: { field: 'confirmed' } });
    expect(await test({ dry_run: false, confirmed: true })).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('is refused without a right to the integration, or with that of another', async () => {
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
