import type { Graph, GraphNode } from '#lib/domain/bots/bot.schema.ts';
import { wholeRun } from '#lib/domain/executions/lanes/lane.rules.ts';
import { withSecretsHidden } from '#lib/kernel/secret-settings.ts';
import type { ExecutionView, NodeResult } from '#lib/domain/executions/execution.schema.ts';
import type { BuilderTask } from '#web/app/draft-handover.ts';
import { laneText } from '#web/components/run/lane-text.ts';
import type { Failure } from './failure.ts';

/** The most characters of a value: for the failed step, and for the others. */
const maxLengths = { ofFailed: 2500, ofOthers: 300 } as const;

/** The most steps described besides the failed one: the last ones before it. */
const maxSteps = 15;

/** A value as text without its secrets, shortened if long; undefined if there is none. */
const toRedactedText = (value: unknown, maxLength: number): string | undefined => {
  if (value === undefined) return undefined;
  const text = JSON.stringify(withSecretsHidden(value));
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength)} (cut: ${text.length} characters)`;
};

const stepOf = (
  nodes: ReadonlyMap<string, GraphNode>,
  [id, { status, handle, error, output, skipped, cached }]: [string, NodeResult],
) => ({
  name: nodes.get(id)?.name ?? id,
  kind: nodes.get(id)?.type,
  status,
  left_by: handle,
  error,
  skipped,
  taken_from_cache: cached,
  output: toRedactedText(output, maxLengths.ofOthers),
});

const failedStepOf = (graph: Graph, { id, lane, result }: Failure) => {
  const node = graph.nodes.find((one) => one.id === id);
  return {
    name: node?.name ?? id,
    kind: node?.type,
    in_branch_or_iteration: laneText(graph, lane) || undefined,
    error: result?.error,
    attempts: result?.attempt,
    errors_of_earlier_attempts: result?.attempts?.map(({ error }) => error),
    duration_ms: result?.duration_ms,
    settings_in_this_run: node && withSecretsHidden(node.settings),
    policy_in_this_run: node?.policy,
    settings_with_values: toRedactedText(result?.input, maxLengths.ofFailed),
    output: toRedactedText(result?.output, maxLengths.ofFailed),
  };
};

/**
 * The AI builder's task for a failed run, the most important part first: the end may be cut off.
 *
 * @param graph of the version that ran
 * @param failure the step at which the run failed, if there is one
 */
export const taskOfRun = (
  run: ExecutionView,
  graph: Graph,
  failure: Failure | undefined,
): BuilderTask => {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const stepsBefore = (results: Failure['results']) =>
    Object.entries(results)
      .filter(([id]) => id !== failure?.id)
      .sort(([, a], [, b]) => (a.started_at < b.started_at ? -1 : 1))
      .slice(-maxSteps)
      .map((one) => stepOf(nodes, one));
  const isInLane = failure !== undefined && failure.lane !== wholeRun;
  const { bot_name, version, trigger, errors, created_at, finished_at, options } = run;
  return {
    text: 'Why did this run fail? Explain the likely cause, and propose a change that avoids it.',
    bot_id: run.bot_id,
    isSentAtOnce: true,
    enclosed: {
      what: 'failed run',
      text: JSON.stringify({
        errors,
        failed_step: failure && failedStepOf(graph, failure),
        ...(isInLane && { steps_before_in_branch_or_iteration: stepsBefore(failure.results) }),
        run: {
          bot_name,
          version,
          started_by: trigger.type,
          began: created_at,
          ended: finished_at,
          dry_run: options.dry_run,
        },
        steps_before: stepsBefore(run.results),
      }),
      graph,
    },
  };
};
