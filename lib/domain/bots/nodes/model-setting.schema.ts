import * as z from 'zod';
import { modelTypes } from '../../integrations/model-integrations.schema.ts';
import { integrationSetting } from './integration-setting.schema.ts';

/** Bytes of data that a model is given; the rest is cut off. */
export const mostModelData = 32 * 1024;

/** An integration that has models. */
export const modelIntegration = integrationSetting.optional().meta({
  title: 'Integration',
  description: 'The provider of the model: OpenAI, Amazon Bedrock or a custom model.',
  control: 'integration',
  types: modelTypes,
  needed: true,
});

/** One of its models by name; blank for its default. */
export const modelName = z
  .string()
  .trim()
  .max(200)
  // An event never chooses what a run costs, or who reads the data.
  .refine((model) => !model.includes('{%'), 'The model is no expression: enter its name.')
  .default('')
  .meta({
    title: 'Model',
    description: "If empty, the integration's default model is used.",
    control: 'model',
  });

/** What a node says of the model that it asks, whatever its kind. */
export const askedModel = z.looseObject({ integration: integrationSetting.optional() });
