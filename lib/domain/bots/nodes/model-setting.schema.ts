import * as z from 'zod';
import { modelTypes } from '../../integrations/model-integrations.schema.ts';
import { integrationSetting } from './integration-setting.schema.ts';

/** Maximum bytes of data that are sent to a model; the rest is cut off. */
export const maxModelDataBytes = 32 * 1024;

/** An integration that offers models. */
export const modelIntegration = integrationSetting.optional().meta({
  title: 'Integration',
  description: 'The provider of the model: OpenAI, Amazon Bedrock or a custom model.',
  control: 'integration',
  types: modelTypes,
  needed: true,
});

/** The name of one of its models; blank for its default model. */
export const modelName = z
  .string()
  .trim()
  .max(200)
  // No expression, so that an event cannot choose what a run costs or who reads the data.
  .refine((model) => !model.includes('{%'), 'The model must not be an expression. Enter its name.')
  .default('')
  .meta({
    title: 'Model',
    description: "If empty, the integration's default model is used.",
    control: 'model',
  });

/** The setting that names the model's integration, for any node kind. */
export const modelSetting = z.looseObject({ integration: integrationSetting.optional() });
