import type { Problem } from '#lib/domain/bots/bot.schema.ts';
import { namedFields, parseOutputSchema } from '#lib/domain/bots/nodes/output-schema.schema.ts';
import type { GraphView } from '../graph.ts';
import { missingProblems, namesText } from './missing.ts';
import type { ReadText } from './texts.ts';

type Form = NonNullable<ReturnType<typeof parseOutputSchema>>;

/** The first field of a path that an answer of this form lacks, and the fields that it has. */
const missingIn = (
  form: Form | undefined,
  [field, ...rest]: readonly string[],
): { field: string; names: string[] } | undefined => {
  if (!form || field === undefined) return undefined;
  // A field of a list is read from each of its items.
  if (form.type === 'array') return missingIn(form.items, [field, ...rest]);
  const names = namedFields(form);
  if (!names) return undefined;
  return names.includes(field) ? missingIn(form.properties?.[field], rest) : { field, names };
};

/** Problems of expressions that read fields which the output schema of an agent does not have. */
export const answerProblems = ({ nodes }: GraphView, readText: ReadText): Problem[] => {
  const forms = new Map<string, Form>();
  for (const { type, name, settings } of nodes) {
    const { output_schema: text } = settings;
    const form =
      type === 'ai_agent' && typeof text === 'string' ? parseOutputSchema(text) : undefined;
    if (form) forms.set(name, form);
  }
  if (forms.size === 0) return [];
  return missingProblems(nodes, readText, (name, [field, ...path]) => {
    const missing = field === 'answer' ? missingIn(forms.get(name), path) : undefined;
    if (!missing) return undefined;
    const problem = `the output schema of "${name}" has no "${missing.field}"`;
    return `${problem}: it has ${namesText(missing.names)}.`;
  });
};
