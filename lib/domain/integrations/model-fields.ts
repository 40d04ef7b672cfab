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
      'One per line: its name, then its prices in US dollars per million input and output ' +
      'tokens. Without a price, costs are not shown; without a list, any model can be named.',
    placeholder: example,
  },
  {
    name: 'default_model',
    label: 'Default model',
    type: 'text',
    required: false,
    rule: 'model',
    description: 'Used when a node selects no model. If empty, the first one of the list is used.',
  },
];
