import type { UserInputSummary } from '#lib/domain/user-inputs/user-input.schema.ts';

/** Where every user input belongs, for breadcrumbs and ways back. */
export const inbox = { text: 'User Input', to: '/user-input' };

/** The run that asks. */
export const executionOf = ({ bot_id, bot_exc_id }: UserInputSummary): string =>
  `/bots/${bot_id}/executions/${bot_exc_id}?mode=execute`;

export const resolverText = ({ name, id }: { name: string; id: string }): string =>
  `${name} (${id})`;
