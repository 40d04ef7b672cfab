import { turnText } from '#lib/domain/questions/turn.rules.ts';
import type { UserInputSummary } from '#lib/domain/user-inputs/user-input.schema.ts';
import type { ListFile } from '#web/components/list-spec.ts';
import { statusText } from './statuses.tsx';

/** What the exported file says of a form; times in UTC. */
export const userInputFileColumns: ListFile<UserInputSummary>['columns'] = {
  Name: ({ internal_name }) => internal_name,
  'Bot Name': ({ bot_name }) => bot_name,
  Iteration: ({ loop_details }) => turnText(loop_details),
  Status: statusText,
  Message: ({ message }) => message,
  Authorizer: ({ input_for }) => input_for.join('; '),
  'Resolved by': ({ resolver }) => resolver?.id,
  'Run started by': ({ requested_by, cause }) => requested_by.join('; ') || cause,
  'Created At': ({ created_at }) => created_at,
  Expires: ({ expires_on }) => expires_on,
  Resolved: ({ resolved_at }) => resolved_at,
  'Run ID': ({ bot_exc_id }) => bot_exc_id,
  ID: ({ _id }) => _id,
};
