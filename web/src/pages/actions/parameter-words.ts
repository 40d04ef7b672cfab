import type { ParameterType } from '#lib/domain/actions/definition.schema.ts';

/** What people call the types of parameters. */
export const typeWords: Record<ParameterType, string> = {
  text: 'text',
  long_text: 'text of several lines',
  number: 'number',
  list: 'list of texts',
};
