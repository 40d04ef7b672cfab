import { beginJob } from './domain/agents/jobs/handover.service.ts';
import { agentJobs, type AgentJobs } from './domain/agents/jobs/job.service.ts';
import type { JobDeps } from './domain/agents/jobs/review.service.ts';
import { reportTask, taskInputKey } from './domain/executions/runs/task-report.service.ts';
import type { WakeDeps } from './domain/pauses/wake.service.ts';
import type { Log } from './kernel/log.ts';
import type { LongTask, LongTasks } from './ports/tasks.ts';

type Deps = Pick<JobDeps, 'db' | 'files' | 'clock' | 'ring'>;

const readInput =
  ({ files }: Deps) =>
  async (task: LongTask): Promise<unknown> =>
    JSON.parse((await files.get(taskInputKey(task))) ?? 'null');

/** Implements the long tasks of runs as jobs of agents. */
export const agentTasks = (deps: Deps): LongTasks => ({
  begin: beginJob({ ...deps, readInput: readInput(deps) }),
});

/** Opens the jobs of agents; their results resume the runs that wait for them. */
export const openRunJobs = (deps: Deps & WakeDeps & { log: Log }): AgentJobs =>
  agentJobs({ ...deps, readInput: readInput(deps), report: reportTask(deps) });
