/** The types of integrations that offer models. */
export const modelTypes = ['openai', 'bedrock', 'custom_model'] as const;
export type ModelType = (typeof modelTypes)[number];

/** Error of a node that needs a model and has none. */
export const noModelText =
  'Choose an integration that has models, or connect OpenAI, Amazon Bedrock or a custom model: ' +
  'Integrations, category AI.';
