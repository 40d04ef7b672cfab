import * as z from 'zod';
import type { GraphNode } from '../bots/bot.schema.ts';
import type { EnteredForm } from './portal.schema.ts';

const answer = z.object({
  values: z.record(z.string(), z.unknown()),
  resolver: z.object({ id: z.string() }),
});

const drawnInputs = z.array(z.object({ id: z.string(), label: z.string().optional() })).catch([]);

/** Labels as they are drawn; of one that only the run could evaluate, its id. */
const labelsOf = ({ settings }: GraphNode): Map<string, string> =>
  new Map(
    drawnInputs
      .parse(settings['inputs'])
      .flatMap(({ id, label }) => (label && !label.includes('{%') ? [[id, label]] : [])),
  );

/** A form of a run that was filled in. Of one that is not read, nobody is named. */
export type FilledForm = EnteredForm & { by?: string };

/** What a form's output tells; undefined where nobody filled it in. */
export const formIn = (node: GraphNode, output: unknown): FilledForm | undefined => {
  const found = answer.safeParse(output).data;
  if (!found) return undefined;
  const labels = labelsOf(node);
  const values = Object.entries(found.values).map(([id, value]) => ({
    label: labels.get(id) ?? id,
    value,
  }));
  return { node_id: node.id, name: node.name, by: found.resolver.id, values };
};

const unread =
  (why: string) =>
  ({ id, name }: GraphNode): FilledForm => ({
    node_id: id,
    name,
    values: [{ label: 'Answers', value: why }],
  });

/** Stand for forms whose outputs are not read. */
export const largeForm = unread('Too large to be shown; open the run.');
export const goneForm = unread('No longer kept.');
export const iteratedForm = unread('Filled in by iteration; open the run.');

/** Those that this person filled in, or may have: nobody else's. */
export const enteredBy = (userId: string, forms: readonly FilledForm[]): EnteredForm[] =>
  forms.flatMap(({ by = userId, ...form }) => (by === userId ? [form] : []));
