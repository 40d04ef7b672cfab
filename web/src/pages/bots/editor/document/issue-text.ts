import type { Problem } from '#lib/domain/bots/bot.schema.ts';

/** The text of a problem, to be shown after the node's name. */
export const issueText = ({ field, message }: Problem): string =>
  field ? `${field.title}: ${field.message}` : message;

/** The problem that the check reports for a setting of a node. */
export const issueOfField = (
  nodeId: string,
  problems: readonly Problem[],
  name: string,
): string | undefined =>
  problems.find(({ node_id, field }) => node_id === nodeId && field?.name === name)?.field?.message;
