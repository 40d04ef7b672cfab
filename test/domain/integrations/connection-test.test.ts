import {
  type ConnectionTestDeps,
  runRequestedTest,
} from '#lib/domain/integrations/connection-test.service.ts';
import { openIntegration } from '#lib/domain/integrations/open-integration.service.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { Fact } from '#lib/ports/bus.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openScene, refusalFrom, type Scene } from '../scene.ts';
import { canary, changeIntegration, connect } from './api-integration.ts';

const world = openTestDatabase();

type Requested = Extract<Fact, { type: 'integration_test_requested' }>;

const isTest = (fact: Fact): fact is Requested => fact.type === 'integration_test_requested';

const begin = async (scene: Scene, accountId: string, send_message = false) => {
  const request = { accountId, send_message };
  const response = await scene.integrations.testIntegration(scene.root, request);
  const fact = scene.facts.findLast(isTest);
  if (!fact) throw new Error('No test was asked for.');
  return { response, fact };
};

const handleRequest = (
  scene: Scene,
  fact: Requested,
  testConnection: ConnectionTestDeps['testConnection'],
) =>
  runRequestedTest({
    ...scene.userDeps,
    openIntegration: openIntegration(scene),
    testConnection,
  })(fact);

const readIntegration = (scene: Scene, accountId: string) =>
  scene.integrations.getIntegration(scene.root, { accountId });

describe('a connection test', () => {
  it('shows TESTING at once, tests the opened integration, and ends as ACTIVE', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const { response, fact } = await begin(scene, accountId);
    expect(response.integrationState).toBe('TESTING');
    const tested: OpenedIntegration[] = [];
    await handleRequest(scene, fact, async (integration) => {
      tested.push(integration);
      return { ok: true, connected_as: 'robot' };
    });
    expect(tested).toMatchObject([{ accountId, values: { token: canary } }]);
    expect(await readIntegration(scene, accountId)).toMatchObject({
      integrationState: 'ACTIVE',
      connected_as: 'robot',
      tested_at: '2026-09-01T12:00:00.000Z',
    });
  });

  it('ends as ERROR with a reason, which the next successful test removes', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const first = await begin(scene, accountId);
    await handleRequest(scene, first.fact, async () => ({ ok: false, reason: 'It says 401.' }));
    expect(await readIntegration(scene, accountId)).toMatchObject({
      integrationState: 'ERROR',
      state_reason: 'It says 401.',
    });
    const second = await begin(scene, accountId);
    await handleRequest(scene, second.fact, async () => ({ ok: true }));
    const after = await readIntegration(scene, accountId);
    expect([after.integrationState, after.state_reason]).toEqual(['ACTIVE', undefined]);
  });

  it('runs once for several requests, and its result is dropped after a change', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const { fact } = await begin(scene, accountId);
    await begin(scene, accountId);
    expect(scene.facts.filter(isTest)).toHaveLength(1);
    let calls = 0;
    const works = async () => {
      calls += 1;
      return { ok: true } as const;
    };
    await handleRequest(scene, fact, async () => {
      await changeIntegration(scene, accountId, { values: { token: 'changed-token' } });
      return works();
    });
    expect((await readIntegration(scene, accountId)).integrationState).toBe('INACTIVE');
    await handleRequest(scene, fact, works);
    expect(calls).toBe(1);
  });

  it('counts as failed when it does not end, and can be started again', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    await begin(scene, accountId);
    scene.time.now += 120_000;
    expect(await readIntegration(scene, accountId)).toMatchObject({
      integrationState: 'ERROR',
      state_reason: 'The test did not end. Test it again.',
    });
    const { fact } = await begin(scene, accountId);
    await handleRequest(scene, fact, async () => ({ ok: true }));
    expect((await readIntegration(scene, accountId)).integrationState).toBe('ACTIVE');
  });

  it('sends a message only after the caller confirmed it', async () => {
    const scene = openScene(world);
    const values = { webhook_url: 'https://hooks.example.com/a' };
    const chat = { cspName: 'ms_teams', alias: 'Ops chat', values };
    const { accountId, tested_by } = await connect(scene, chat);
    expect(tested_by).toBe('message');
    const refusal = await refusalFrom(begin(scene, accountId));
    expect(refusal?.body()).toEqual({
      error: 'Ops chat is tested by sending a message. Confirm that a message may be sent.',
      field: 'send_message',
    });
    const { fact } = await begin(scene, accountId, true);
    await handleRequest(scene, fact, async (_, { sendMessage }) => ({
      ok: sendMessage,
      reason: 'Not asked.',
    }));
    expect((await readIntegration(scene, accountId)).integrationState).toBe('ACTIVE');
  });

  it('leaves the integration INACTIVE where no test is possible', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const { fact } = await begin(scene, accountId);
    await handleRequest(scene, fact, async () => ({ ok: true, untested: 'There is no way.' }));
    expect((await readIntegration(scene, accountId)).integrationState).toBe('INACTIVE');
  });

  it('changes nothing after the integration was deleted', async () => {
    const scene = openScene(world);
    const { accountId } = await connect(scene);
    const { fact } = await begin(scene, accountId);
    await scene.integrations.deleteIntegration(scene.root, { accountId });
    await handleRequest(scene, fact, async () => ({ ok: true }));
    expect((await refusalFrom(readIntegration(scene, accountId)))?.status).toBe(404);
  });
});
