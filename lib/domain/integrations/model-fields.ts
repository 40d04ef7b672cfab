import type { FieldDefinition } from './form.schema.ts';

/** The models that an integration offers, and the one that is asked unless another is named. */
export const modelFields = (example: string): FieldDefinition[] => [
  {
    name: 'models',
    label: 'Models',
    type: 'textarea',
    required: false,
    rule: 'models',
    description:
      'One a line: its name, then the US dollars for a million tokens of questions and of ' +
      'answers. Without a price its cost is not told; without a list any model can be named.',
    placeholder: example,
  },
  {
    name: 'default_model',
    label: 'Default model',
    type: 'text',
    required: false,
    rule: 'model',
    description: 'Asked where nobody chooses another. Unless given: the first one of the list.',
  },
];
