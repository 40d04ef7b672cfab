import type { FieldDefinition } from './form.schema.ts';

/** Form fields for the models that an integration offers, and for its default model. */
export const modelFields = (example: string): FieldDefinition[] => [
  {
    name: 'models',
    label: 'Models',
    type: 'textarea',
    required: false,
    rule: 'models',
    description:
      'One model per line: its name, then its prices in US dollars per million input and output ' +
      'tokens. Without prices, costs are not shown; without a list, any model can be used.',
    placeholder: example,
  },
  {
    name: 'default_model',
    label: 'Default model',
    type: 'text',
    required: false,
    rule: 'model',
    description:
      'Used if a node does not select a model. If empty, the first model of the list is used.',
  },
];
