import type { ExecutionSummary } from '#lib/domain/executions/execution.schema.ts';
import { decisionText } from '#lib/domain/executions/outcome/outcome-text.rules.ts';
import type { ListFile } from '#web/components/list-spec.ts';
import { stateText } from '#web/components/run-state.tsx';
import { triggerText } from '#web/components/run/trigger-text.tsx';
import { msOf } from '#web/components/time.tsx';

/** What the exported file says of a run; times in UTC. */
export const runFileColumns: ListFile<ExecutionSummary>['columns'] = {
  Bot: ({ bot_name }) => bot_name,
  State: stateText,
  'Dry run': ({ options }) => (options.dry_run ? 'yes' : 'no'),
  'Started by': ({ trigger }) => triggerText(trigger),
  Started: ({ created_at }) => created_at,
  Finished: ({ finished_at }) => finished_at,
  'Duration (s)': ({ created_at, finished_at }) =>
    finished_at && (msOf(finished_at) - msOf(created_at)) / 1000,
  Decision: ({ decision }) => decision && decisionText(decision),
  Errors: ({ errors }) => errors.join('; '),
  Version: ({ version }) => version,
  'Bot ID': ({ bot_id }) => bot_id,
  ID: ({ _id }) => _id,
};
