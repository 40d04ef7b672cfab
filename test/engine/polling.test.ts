import { closeRun } from '#lib/domain/executions/runs/close.service.ts';
import type { AwsReply, CallAws } from '#lib/domain/integrations/aws/service-call.schema.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { draw } from '#test/support/drawing.ts';
import { integrationId, openedIntegration } from './nodes/node-world.ts';
import { engineWorld, tenant } from './world.ts';

const database = openTestDatabase('disk');

const account = openedIntegration('aws', {
  account_id: '111122223333',
  region: 'eu-west-1',
  role_arn: 'arn:aws:iam::111122223333:role/ours',
  external_id: 'x',
});

const graph = (timeout_seconds: number) =>
  draw('start -> wait:rest_api_action -> end', {
    wait: {
      action: 'aws.wait_for_instance',
      integration: { type: 'aws', id: integrationId },
      parameters: { instance: 'i-0a1', state: 'stopped' },
      timeout_seconds,
    },
  });

const minutes = (count: number) => count * 60_000;
const throttled: AwsReply = {
  kind: 'failed',
  name: 'RequestLimitExceeded',
  message: 'Rate exceeded',
  again: true,
};
const denied: AwsReply = { kind: 'failed', name: 'AccessDenied', message: 'No', again: false };

type Plan = {
  /** Milliseconds after which the instance is stopped. */
  after: number;
  /** AWS's answer to the n-th look instead of the state. */
  instead?: Record<number, AwsReply>;
};

/** A run that waits for an instance, and the times of its looks. */
const open = async ({ after, instead = {} }: Plan, timeout_seconds = 3600) => {
  const looks: number[] = [];
  const clock = { now: () => 0 };
  const aws: CallAws = async () => {
    looks.push(clock.now());
    const reply = instead[looks.length];
    if (reply) return reply;
    const Name = clock.now() - (looks[0] ?? 0) < after ? 'stopping' : 'stopped';
    const value = { Reservations: [{ Instances: [{ InstanceId: 'i-0a1', State: { Name } }] }] };
    return { kind: 'answered', value, truncated: false };
  };
  const world = engineWorld(database, [], { peers: { aws, integration: async () => account } });
  clock.now = world.deps(database.db).clock;
  const waitGraph = graph(timeout_seconds);
  const id = await world.start(waitGraph);
  return { world, id, looks, node: waitGraph.nodes.find(({ name }) => name === 'wait')?.id ?? '' };
};

describe('a node that waits for the state of an outside resource', () => {
  it('continues when the state is reached and checks less and less often', async () => {
    const { world, id, looks, node } = await open({ after: minutes(20) });
    const run = await world.drive(id);
    expect(run.state).toBe('SUCCEEDED');
    const durationMs = (looks.at(-1) ?? 0) - (looks[0] ?? 0);
    expect(durationMs).toBeGreaterThanOrEqual(minutes(20));
    expect(durationMs).toBeLessThan(minutes(21.1));
    expect(looks.length).toBeLessThan(80);
    expect(looks.slice(0, 4).map((at) => at - (looks[0] ?? 0))).toEqual([0, 5000, 10_000, 15_000]);
    expect(run.results[node]).toMatchObject({
      attempt: 1,
      duration_ms: durationMs,
      output: { result: { InstanceId: 'i-0a1' } },
    });
  });

  it('waits between its checks in the state machine, not in the engine', async () => {
    const { world, id, looks, node } = await open({ after: minutes(20) });
    expect(await world.advance(id)).toEqual({ next: 'delay', until: expect.any(String) });
    expect(looks).toHaveLength(1);
    expect((await world.read(id)).waiting_for).toMatchObject({ node_id: node, kind: 'look' });
    // Called too early, it does not look.
    await world.advance(id);
    expect(looks).toHaveLength(1);
  });

  it('continues after throttled calls', async () => {
    const instead = { 1: throttled, 2: throttled, 5: throttled };
    const { world, id } = await open({ after: minutes(2), instead });
    expect((await world.drive(id)).state).toBe('SUCCEEDED');
  });

  it('fails on a refusal that further checks would not change', async () => {
    const { world, id, looks, node } = await open({ after: minutes(2), instead: { 3: denied } });
    const run = await world.drive(id);
    expect(run.state).toBe('FAILED');
    expect(run.results[node]?.error).toContain('its role lacks the permission');
    expect(looks).toHaveLength(3);
  });

  it.each([
    [600, '10 min'],
    [86_400, '24 h'],
  ])(
    'fails after its time of %i s and reports the current state',
    async (seconds, durationText) => {
      const { world, id, looks, node } = await open({ after: minutes(2000) }, seconds);
      const run = await world.drive(id);
      expect(run.state).toBe('FAILED');
      expect(run.results[node]).toMatchObject({
        error: `It is not stopped: it is stopping. It was checked for ${durationText}.`,
      });
      expect((looks.at(-1) ?? 0) - (looks[0] ?? 0)).toBe(seconds * 1000);
    },
  );

  it('reports why its checks failed when its time is over', async () => {
    const instead = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [n + 1, throttled]));
    const { world, id, node } = await open({ after: 0, instead }, 60);
    expect((await world.drive(id)).results[node]?.error).toBe(
      'AWS refused ec2:DescribeInstances: Rate exceeded (RequestLimitExceeded). ' +
        'It was checked for 60 s.',
    );
  });

  it('continues in the same attempt after a crash of the engine at any point', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= 20; at += 1) {
        const { world, id, node } = await open({ after: 12_000 });
        const run = await world.drive(id, { fails: { at, when } });
        const outcome = [when, at, run.state, run.results[node]?.attempt];
        expect(outcome).toEqual([when, at, 'SUCCEEDED', 1]);
      }
    }
  });

  it('stops checking when its run is aborted', async () => {
    const { world, id, looks } = await open({ after: minutes(20) });
    await world.advance(id);
    const end = { state: 'CANCELLED' as const, cause: 'Stopped by Anna.', now: looks[0] ?? 0 };
    await closeRun(world.deps(database.db), { tenant_id: tenant, _id: id }, end);
    world.pass(minutes(1));
    expect(await world.advance(id)).not.toMatchObject({ next: 'delay' });
    expect(looks).toHaveLength(1);
    expect((await world.read(id)).state).toBe('CANCELLED');
  });
});
