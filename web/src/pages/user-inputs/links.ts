import type { UserInputSummary } from '#lib/domain/user-inputs/user-input.schema.ts';
import { pathTo } from '#lib/pages.ts';

/** The run that asks. */
export const executionOf = ({ bot_id, bot_exc_id }: UserInputSummary): string =>
  pathTo('run', { bot_id, bot_exc_id }, { mode: 'execute' });

export const resolverText = ({ name, id }: { name: string; id: string }): string =>
  `${name} (${id})`;
