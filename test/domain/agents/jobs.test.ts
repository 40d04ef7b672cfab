import { agentStore } from '#lib/domain/agents/agent.store.ts';
import { resultKey } from '#lib/domain/agents/jobs/review.service.ts';
import { agentVersion } from '#lib/domain/agents/version.schema.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { refusalFrom } from '../scene.ts';
import { openAgents } from './agent-scene.ts';

const world = openTestDatabase();

describe('a job', () => {
  it('goes only to an agent of its integration, and its result is reported once', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const otherAgent = await scene.enrol('elsewhere');
    expect(await scene.claim(agent)).toMatchObject({ wait_seconds: 15, latest: agentVersion });
    const { integration_id } = agent;
    const task = await scene.handOver('n1', { integration_id, args: { resource: 'pods' } });
    expect((await scene.claim(otherAgent)).job).toBeUndefined();
    const { job } = await scene.claim(agent);
    expect(job).toMatchObject({
      kind: 'kubernetes.list',
      args: { resource: 'pods' },
      deadline: task.until,
      agent_id: agent.agent_id,
    });
    if (!job) return;
    expect(await scene.claim(agent)).toMatchObject({ job: undefined, wait_seconds: 2 });
    expect(await scene.give(agent, job, { output: { items: 3 } })).toEqual({ taken: true });
    expect(await scene.give(agent, job, { output: { items: 4 } })).toEqual({ taken: true });
    expect(scene.reports).toEqual([{ task, report: { output: { items: 3 } } }]);
  });

  it.each([
    ['http', { status: 200, result: 'ok' }, undefined],
    ['http', { status: 500, result: 'no' }, 'The address answered with status 500.'],
    ['http', { status: 302, result: '' }, 'The address answered with status 302.'],
    ['linux.run', { exit_code: 0, stdout: 'ok', stderr: 'a warning' }, undefined],
    [
      'linux.run',
      { exit_code: 3, stdout: '', stderr: 'no such disk\n' },
      'The command ended with exit code 3: no such disk',
    ],
    ['linux.run', { exit_code: 1, stdout: 'x', stderr: '' }, 'The command ended with exit code 1.'],
  ] as const)('of kind %s with output %j is reported correctly', async (kind, output, error) => {
    const scene = openAgents(world);
    const agent = await scene.enrol('main', 'linux');
    const { integration_id } = agent;
    await scene.handOver('n1', { integration_id, kind, idempotent: false });
    const { job } = await scene.claim(agent);
    if (!job) throw new Error('There was no job.');
    await scene.give(agent, job, { output });
    expect(scene.reports).toMatchObject([{ report: { output } }]);
    expect(scene.reports[0]?.report).toEqual({ output, ...(error && { error }) });
  });

  it('is handed out once, even if several agents claim at the same moment', async () => {
    const scene = openAgents(world);
    const first = await scene.enrol('one');
    const agents = [first];
    for (const name of ['two', 'three', 'four']) {
      agents.push(await scene.enrol(name, 'kubernetes', first.integration_id));
    }
    await scene.handOver('n1', { integration_id: first.integration_id });
    const claims = await Promise.all(agents.map((one) => scene.claim(one)));
    expect(claims.filter(({ job }) => job)).toHaveLength(1);
  });

  it('reaches a waiting claim, even if it arrives just after the claim looked', async () => {
    const scene = openAgents(world, true);
    const agent = await scene.enrol();
    const { integration_id } = agent;
    scene.looked.once = () => scene.handOver('n1', { integration_id });
    expect((await scene.claim(agent)).job).toMatchObject({ kind: 'kubernetes.list' });
  });

  it.each([
    ['says goodbye', true],
    ['is killed, which ends its connection', false],
  ])('goes to the next process if the waiting process %s', async (_, saysGoodbye) => {
    const scene = openAgents(world, true);
    const first = await scene.enrol();
    const { integration_id } = first;
    const connection = new AbortController();
    const waits = Promise.withResolvers<void>();
    scene.looked.once = async () => waits.resolve();
    const waiting = scene.claim(first, { gone: connection.signal });
    await waits.promise;
    if (saysGoodbye) await scene.call(first, 'goodbye', {});
    else connection.abort();
    const next = { ...first, instance: 'b'.repeat(32) };
    if (!saysGoodbye) {
      expect(await waiting).toMatchObject({ job: undefined, wait_seconds: 0 });
      scene.time.now += 90_000;
    }
    const taking = Promise.withResolvers<void>();
    scene.looked.once = async () => taking.resolve();
    const claimed = scene.claim(next);
    await taking.promise;
    await scene.handOver('n1', { integration_id, kind: 'kubernetes.delete', idempotent: false });
    expect((await waiting).job).toBeUndefined();
    const { job } = await claimed;
    expect(job && (await scene.give(next, job, { output: 'gone' }))).toEqual({ taken: true });
    expect(scene.reports).toMatchObject([{ report: { output: 'gone' } }]);
  });

  it('is withheld from a waiting process whose key was replaced', async () => {
    const scene = openAgents(world, true);
    const agent = await scene.enrol();
    const { integration_id, agent_id } = agent;
    const waits = Promise.withResolvers<void>();
    scene.looked.once = async () => waits.resolve();
    const waiting = scene.claim(agent);
    await waits.promise;
    await agentStore(scene.db, scene.tenant_id).change(agent_id, { public_key: 'A'.repeat(43) });
    await scene.handOver('n1', { integration_id });
    expect(await waiting).toMatchObject({ job: undefined, wait_seconds: 0 });
  });

  it('goes to the agent that it names', async () => {
    const scene = openAgents(world);
    const one = await scene.enrol('one', 'linux');
    const two = await scene.enrol('two', 'linux', one.integration_id);
    const { integration_id } = one;
    await scene.handOver('n1', { integration_id, agent: 'two', kind: 'linux.run' });
    expect((await scene.claim(one)).job).toBeUndefined();
    expect((await scene.claim(two)).job).toMatchObject({ kind: 'linux.run' });
  });

  it('ends as unknown if its agent falls silent and the job is not idempotent', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const { integration_id } = agent;
    await scene.handOver('n1', { integration_id, kind: 'kubernetes.delete', idempotent: false });
    const { job } = await scene.claim(agent);
    scene.time.now += 59_000;
    expect((await scene.claim(agent)).job).toBeUndefined();
    expect(scene.reports).toEqual([]);
    scene.time.now += 1_000;
    await scene.jobs.sweep();
    const error = expect.stringContaining('The outcome is unknown');
    expect(scene.reports).toMatchObject([{ report: { error } }]);
    expect((await scene.claim(agent)).job).toBeUndefined();
    expect(job && (await scene.give(agent, job, { output: 1 }))).toEqual({ taken: false });
    expect(scene.reports).toHaveLength(1);
  });

  it('is handed out at most three times if it is idempotent', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await scene.claim(agent)).job).toBeDefined();
      scene.time.now += 60_000;
    }
    expect((await scene.claim(agent)).job).toBeUndefined();
    const error = expect.stringContaining('3 times');
    expect(scene.reports).toMatchObject([{ report: { error } }]);
  });

  it('stays with the agent that renews its lease, until its run ends', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const task = await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    const { job_id = '', lease_id = '' } = job ?? {};
    for (const _ of [1, 2, 3, 4]) {
      scene.time.now += 20_000;
      const { body } = await scene.call(agent, 'lease', { job_id, lease_id });
      expect(body).toEqual({ go_on: true });
    }
    await pauseStore(scene.db, scene.tenant_id).delete(task);
    expect((await scene.call(agent, 'lease', { job_id, lease_id })).body).toEqual({ go_on: false });
    scene.time.now += 90_000;
    await scene.jobs.sweep();
    expect((await scene.claim(agent)).job).toBeUndefined();
    expect(scene.reports).toEqual([]);
  });

  it('of a deleted agent goes to another agent, or ends as unknown', async () => {
    const scene = openAgents(world);
    const deletedAgent = await scene.enrol('gone');
    const otherAgent = await scene.enrol('other', 'kubernetes', deletedAgent.integration_id);
    const { integration_id, agent_id } = deletedAgent;
    await scene.handOver('n1', { integration_id });
    await scene.handOver('n2', { integration_id, kind: 'kubernetes.delete', idempotent: false });
    const [{ job: first }, { job: second }] = [
      await scene.claim(deletedAgent),
      await scene.claim(deletedAgent),
    ];
    if (!first || !second) throw new Error('There are no jobs.');
    await scene.agents.deleteAgent(scene.root, { agent_id });
    for (const job of [first, second]) {
      const refusal = await refusalFrom(scene.give(deletedAgent, job, { output: 'late' }));
      expect(refusal?.status).toBe(401);
    }
    scene.time.now += 60_000;
    const { job: reassignedJob } = await scene.claim(otherAgent);
    expect(reassignedJob).toMatchObject({ kind: 'kubernetes.list' });
    await scene.jobs.sweep();
    const error = expect.stringContaining('The outcome is unknown');
    expect(scene.reports).toMatchObject([{ task: { node_id: 'n2' }, report: { error } }]);
  });

  it('of an aborted run never begins', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const task = await scene.handOver('n1', { integration_id: agent.integration_id });
    await pauseStore(scene.db, scene.tenant_id).delete(task);
    expect((await scene.claim(agent)).job).toBeUndefined();
    expect((await scene.claim(agent)).wait_seconds).toBe(15);
  });

  it.each([
    ['no agent took the job', false, 'did not start'],
    ['an agent works on the job', true, 'The outcome is unknown'],
  ])('ends at its deadline with the known outcome: %s', async (_, isTaken, reason) => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const task = await scene.handOver('n1', { integration_id: agent.integration_id }, 30);
    if (isTaken) expect((await scene.claim(agent)).job).toBeDefined();
    scene.time.now += 30_000;
    expect(await scene.late(task)).toEqual({ error: expect.stringContaining(reason) });
    expect(await scene.late(task)).toBeUndefined();
    expect((await scene.claim(agent)).job).toBeUndefined();
  });

  it('that ended is reported by the next sweep if its process died', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    await scene.handOver('n1', { integration_id: agent.integration_id });
    const { job } = await scene.claim(agent);
    if (!job) throw new Error('There is no job.');
    const { report } = scene.failing;
    report.fail = true;
    await expect(scene.give(agent, job, { output: 'done' })).rejects.toThrow('died');
    report.fail = false;
    scene.time.now += 1;
    await scene.jobs.sweep();
    expect(scene.reports).toMatchObject([{ report: { output: 'done' } }]);
    await scene.jobs.sweep();
    expect(scene.reports).toHaveLength(1);
  });

  it('leaves no stored result after its report, or if the result came too late', async () => {
    const scene = openAgents(world);
    const { db, tenant_id } = scene;
    const agent = await scene.enrol();
    const { integration_id } = agent;
    const takeJob = async (node: string, overrides: object = {}) => {
      const task = await scene.handOver(node, { integration_id, ...overrides });
      const { job } = await scene.claim(agent);
      if (!job) throw new Error('There is no job.');
      const readResult = () =>
        scene.files.get(resultKey({ tenant_id, _id: job.job_id }, job.lease_id));
      return { task, job, kept: readResult };
    };

    const firstJob = await takeJob('n1');
    scene.failing.report.fail = true;
    await expect(scene.give(agent, firstJob.job, { output: 'done' })).rejects.toThrow('died');
    expect(await firstJob.kept()).toContain('done');
    scene.failing.report.fail = false;
    scene.time.now += 1;
    await scene.jobs.sweep();
    expect(scene.reports).toMatchObject([{ report: { output: 'done' } }]);
    expect(await firstJob.kept()).toBeUndefined();

    const twice = await takeJob('n2');
    const answers = await Promise.all(
      [1, 2, 3].map(() => scene.give(agent, twice.job, { output: 'once' })),
    );
    expect(answers).toEqual(answers.map(() => ({ taken: true })));
    expect(scene.reports[1]).toMatchObject({ report: { output: 'once' } });
    expect(await twice.kept()).toBeUndefined();

    const overdueJob = await takeJob('n3', { idempotent: false });
    const { put } = scene.files;
    scene.files.put = async (key, text) => {
      await put(key, text);
      scene.files.put = put;
      scene.time.now += 61_000;
      await scene.jobs.sweep();
    };
    expect(await scene.give(agent, overdueJob.job, { output: 'late' })).toEqual({ taken: false });
    const unknownOutcome = { error: expect.stringContaining('unknown') };
    expect(scene.reports[2]).toMatchObject({ report: unknownOutcome });
    expect(await overdueJob.kept()).toBeUndefined();

    const aborted = await takeJob('n4');
    await pauseStore(db, tenant_id).delete(aborted.task);
    await scene.give(agent, aborted.job, { output: 'nobody waits' });
    expect(await aborted.kept()).toBeUndefined();
  });

  it('that cannot be reported is logged, and later jobs are reported', async () => {
    const scene = openAgents(world);
    const agent = await scene.enrol();
    const { integration_id } = agent;
    const { report } = scene.failing;
    report.fail = true;
    for (const node of ['n1', 'n2']) {
      scene.time.now += 1;
      await scene.handOver(node, { integration_id });
      const { job } = await scene.claim(agent);
      if (!job) throw new Error('There is no job.');
      await expect(scene.give(agent, job, { output: node })).rejects.toThrow('died');
    }
    report.fail = 'n1';
    scene.time.now += 1;
    await expect(scene.jobs.sweep()).rejects.toThrow('not be reviewed: 1.');
    expect(scene.reports).toMatchObject([{ task: { node_id: 'n2' } }]);
    expect(scene.logged.join()).toContain('A job of an agent could not be reviewed');
    report.fail = false;
    await scene.jobs.sweep();
    expect(scene.reports).toMatchObject([{}, { task: { node_id: 'n1' } }]);
  });
});
