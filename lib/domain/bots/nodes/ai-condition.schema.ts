import * as z from 'zod';
import { modelIntegration, modelName } from './model-setting.schema.ts';
import { template } from './template.schema.ts';

/** Maximum tokens of an answer. */
export const maxShortAnswerTokens = 2000;

export const aiConditionSettings = z.strictObject({
  integration: modelIntegration,
  model: modelName,
  question: z
    .string()
    .max(4000)
    // The text is an instruction to the model, so it must not come from an event.
    .refine((text) => !text.includes('{%'), 'The question must not contain expressions. Use Data.')
    .default('')
    .meta({
      title: 'Question',
      description: 'Answered with yes or no, from the data alone. Expressions are not supported.',
      placeholder: 'Is this finding a threat to customer data?',
      control: 'prose',
      needed: true,
    }),
  data: template(100_000).default('').meta({
    title: 'Data',
    description: 'What the model reads. It is sent to the integration, at most 32 KB of it.',
    placeholder: '{% $event.detail %}',
    control: 'expression',
    needed: true,
  }),
  confidence_percent: z.number().int().min(0).max(100).default(70).meta({
    title: 'Minimum confidence',
    description: "Percent. Below this, the run follows the 'unsure' branch.",
  }),
});
