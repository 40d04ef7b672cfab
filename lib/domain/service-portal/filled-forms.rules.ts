import * as z from 'zod';
import type { GraphNode } from '../bots/bot.schema.ts';
import type { EnteredForm } from './portal.schema.ts';

const answer = z.object({
  values: z.record(z.string(), z.unknown()),
  resolver: z.object({ id: z.string() }),
});

const drawnInputs = z.array(z.object({ id: z.string(), label: z.string().optional() })).catch([]);

/** Labels as drawn. Inputs whose label only the run can evaluate are left out and show their id. */
const labelsOf = ({ settings }: GraphNode): Map<string, string> =>
  new Map(
    drawnInputs
      .parse(settings['inputs'])
      .flatMap(({ id, label }) => (label && !label.includes('{%') ? [[id, label]] : [])),
  );

/** A form of a run that was filled in. `by` is absent if its answers were not read. */
export type FilledForm = EnteredForm & { by?: string };

/** The form that a node's output describes; undefined if nobody filled it in. */
export const filledFormOf = (node: GraphNode, output: unknown): FilledForm | undefined => {
  const found = answer.safeParse(output).data;
  if (!found) return undefined;
  const labels = labelsOf(node);
  const values = Object.entries(found.values).map(([id, value]) => ({
    label: labels.get(id) ?? id,
    value,
  }));
  return { node_id: node.id, name: node.name, by: found.resolver.id, values };
};

const placeholderForm =
  (message: string) =>
  ({ id, name }: GraphNode): FilledForm => ({
    node_id: id,
    name,
    values: [{ label: 'Answers', value: message }],
  });

/** Placeholders for forms whose outputs are not read. */
export const tooLargeForm = placeholderForm('Too large to be shown; open the run.');
export const deletedForm = placeholderForm('No longer kept.');
export const iteratedForm = placeholderForm('Filled in by iteration; open the run.');

/** The forms that this user filled in, or may have filled in, but none that others did. */
export const formsFilledBy = (userId: string, forms: readonly FilledForm[]): EnteredForm[] =>
  forms.flatMap(({ by = userId, ...form }) => (by === userId ? [form] : []));
