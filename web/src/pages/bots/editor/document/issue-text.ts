import type { Problem } from '#lib/domain/bots/bot.schema.ts';

/** What is wrong, where the node's name stands before it already. */
export const issueText = ({ field, message }: Problem): string =>
  field ? `${field.title}: ${field.message}` : message;

/** What the check says about a node's setting. */
export const issueOfField = (
  nodeId: string,
  problems: readonly Problem[],
  name: string,
): string | undefined =>
  problems.find(({ node_id, field }) => node_id === nodeId && field?.name === name)?.field?.message;
