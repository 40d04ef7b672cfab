import { agentTasks, openRunJobs } from '#lib/agent-tasks.ts';
import { agentStore } from '#lib/domain/agents/agent.store.ts';
import { reportKey, taskInputKey } from '#lib/domain/executions/runs/task-report.service.ts';
import { pauseStore } from '#lib/domain/pauses/pause.store.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import type { LongTask } from '#lib/ports/tasks.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { openAgents } from '../domain/agents/agent-scene.ts';

const world = openTestDatabase();

/** A run that waits for a long task, and an agent that can perform it. */
const openWaitingTask = async () => {
  const scene = openAgents(world);
  const { db, files, clock, log, tenant_id, time } = scene;
  const { agent_id, integration_id } = await scene.enrol();
  const agent = await agentStore(db, tenant_id).get(agent_id);
  if (!agent) throw new Error('The agent is not there.');
  const resumed: string[] = [];
  const rung: string[] = [];
  const runner = {
    resume: async (token: string) => {
      resumed.push(token);
      return 'resumed' as const;
    },
  };
  const tasks = agentTasks({ db, files, clock, ring: (key) => rung.push(key) });
  const jobs = openRunJobs({ db, files, clock, log, runner });
  const position = { bot_exc_id: 'exc_1', lane: '', node_id: 'scan' };
  const task: LongTask = { tenant_id, ...position, until: isoTime(time.now + 600_000) };
  const input = { integration_id, kind: 'kubernetes.list', args: { resource: 'pods' } };
  await files.put(taskInputKey(task), JSON.stringify({ ...input, idempotent: true }));
  await pauseStore(db, tenant_id).put(position, 'the token');
  const report = async () => JSON.parse((await files.get(reportKey(task))) ?? 'null') as unknown;
  return { ...scene, agent, tasks, jobs, task, resumed, rung, report };
};

describe('long tasks as jobs of agents', () => {
  it('are done by the agent, reported, and resume their run', async () => {
    const { tasks, jobs, task, agent, report, resumed, rung } = await openWaitingTask();
    await tasks.begin(task);
    expect(rung).toHaveLength(1);
    const { job } = await jobs.take(agent);
    expect(job).toMatchObject({ kind: 'kubernetes.list', args: { resource: 'pods' } });
    expect([await report(), resumed]).toEqual([null, []]);
    const lease = { job_id: job?._id ?? '', lease_id: job?.lease.id ?? '' };
    expect(await jobs.finish(agent, lease, { output: { rows: 3 } })).toBe(true);
    expect(await report()).toEqual({ output: { rows: 3 } });
    expect(resumed).toEqual(['the token']);
  });

  it('become one job even if begun twice', async () => {
    const { tasks, jobs, task, agent } = await openWaitingTask();
    await Promise.all([tasks.begin(task), tasks.begin(task)]);
    expect((await jobs.take(agent)).job).toBeDefined();
    await tasks.begin(task);
    expect((await jobs.take(agent)).job).toBeUndefined();
  });

  it('are cancelled when the wait of their run ends', async () => {
    const { db, tenant_id, tasks, jobs, task, agent, report, resumed } = await openWaitingTask();
    await tasks.begin(task);
    const { job } = await jobs.take(agent);
    await pauseStore(db, tenant_id).delete(task);
    expect(await jobs.renew(agent, job?._id ?? '', job?.lease.id ?? '')).toBe(false);
    const lease = { job_id: job?._id ?? '', lease_id: job?.lease.id ?? '' };
    expect(await jobs.finish(agent, lease, { output: 'too late' })).toBe(false);
    expect([await report(), resumed]).toEqual([null, []]);
  });

  it('become no job when no run waits for them', async () => {
    const { db, tenant_id, tasks, jobs, task, agent } = await openWaitingTask();
    await pauseStore(db, tenant_id).delete(task);
    await tasks.begin(task);
    expect((await jobs.take(agent)).job).toBeUndefined();
  });
});
