import * as z from 'zod';
import { modelTypes } from '../../integrations/model-integrations.schema.ts';
import { integrationSetting } from './integration-setting.schema.ts';
import { template } from './template.schema.ts';

/** Bytes of data that a model is given; the rest is cut off. */
export const mostModelData = 32 * 1024;

/** Tokens of an answer. */
export const mostModelAnswer = 2000;

export const aiConditionSettings = z.strictObject({
  integration: integrationSetting.optional().meta({
    title: 'Integration',
    description: 'Whose model decides: OpenAI, Amazon Bedrock or a custom model.',
    control: 'integration',
    types: modelTypes,
    needed: true,
  }),
  model: z
    .string()
    .trim()
    .max(200)
    // An event never chooses what a run costs, or who reads the data.
    .refine((model) => !model.includes('{%'), 'The model is no expression: enter its name.')
    .default('')
    .meta({
      title: 'Model',
      description: 'One that the integration lists. Unless chosen: its default model.',
      control: 'model',
    }),
  question: z
    .string()
    .max(4000)
    // What stands here is an order to the model; an event must not give any.
    .refine((text) => !text.includes('{%'), 'The question holds no expressions: use Data.')
    .default('')
    .meta({
      title: 'Question',
      description: 'Answered with yes or no, from the data alone. It holds no expressions.',
      placeholder: 'Is this finding a threat to customer data?',
      control: 'prose',
      needed: true,
    }),
  data: template(100_000)
    .default('')
    .meta({
      title: 'Data',
      description: 'What the model reads. It is sent to the integration, at most 32 KB of it.',
      placeholder: '{% $event.detail %}',
      control: 'expression',
      needed: true,
    }),
  confidence_percent: z
    .number()
    .int()
    .min(0)
    .max(100)
    .default(70)
    .meta({
      title: 'Minimum confidence',
      description: "Percent. The run takes 'unsure' when the model is less confident.",
    }),
});
