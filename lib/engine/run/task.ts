import {
  reportKey,
  taskInputKey,
  taskReport,
} from '#lib/domain/executions/runs/task-report.service.ts';
import type { EngineDeps, PauseDeps } from '../deps.ts';
import { type Done, failed, type Failed } from '../nodes/node.ts';
import type { RunPosition } from '#lib/domain/pauses/pause.store.ts';
import { type AskingNode, readQuestionInput } from './asking-node.ts';

/**
 * Begins a long task. The program that takes it ends the pause later by calling `reportTask` with
 * the outcome. Beginning it again for the same place does not create another task.
 */
export const beginTask = async (deps: PauseDeps, askingNode: AskingNode): Promise<boolean> => {
  const { run, lane, waiting } = askingNode;
  const input = await readQuestionInput(deps, askingNode);
  const position = { bot_exc_id: run._id, lane, node_id: waiting.node_id };
  if (!deps.tasks) throw new Error('Long tasks cannot run here.');
  const task = { tenant_id: run.tenant_id, ...position, until: waiting.until };
  await deps.files.put(taskInputKey(task), JSON.stringify(input ?? null));
  await deps.tasks.begin(task);
  return true;
};

/** The outcome of the task; undefined while it is under way. */
export const readTaskOutcome = async (
  { files, clock, endLate }: Pick<EngineDeps, 'files' | 'clock' | 'endLate'>,
  tenantId: string,
  position: RunPosition,
  until: string,
): Promise<Done | Failed | undefined> => {
  const task = { tenant_id: tenantId, ...position, until };
  const readReport = async () => {
    const text = await files.get(reportKey(task));
    return text === undefined ? undefined : taskReport.parse(JSON.parse(text));
  };
  const found = await readReport();
  if (!found && clock() < Date.parse(until)) return undefined;
  // A task that ended at this very moment has written its report before its end became known.
  const report = found ?? (await endLate?.(task)) ?? (await readReport());
  if (!report) return failed(`Its task did not report before ${until}.`);
  if ('error' in report) {
    const { error, output } = report;
    return { ...failed(error), ...(output !== undefined && { output }) };
  }
  return { type: 'done', output: report.output, handle: 'next' };
};
