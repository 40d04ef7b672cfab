import type { ParameterType } from '#lib/domain/actions/definition.schema.ts';

/** The names shown for the types of parameters. */
export const parameterTypeNames: Record<ParameterType, string> = {
  text: 'text',
  long_text: 'text of several lines',
  number: 'number',
  list: 'list of texts',
};
