import type { GraphNode, Problem } from '#lib/domain/bots/bot.schema.ts';

type Named = Pick<GraphNode, 'id' | 'name'>;

/** What is wrong, where the node's name stands before it already. */
export const issueText = (name: string, message: string): string => {
  const prefix = `"${name}", `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
};

/** What the check says about a field of a node, by the field's title. */
export const issueOfField = (
  { id, name }: Named,
  problems: readonly Problem[],
  title: string,
): string | undefined => {
  const prefix = `"${name}", ${title}: `;
  const found = problems.find((one) => one.node_id === id && one.message.startsWith(prefix));
  return found?.message.slice(prefix.length);
};
