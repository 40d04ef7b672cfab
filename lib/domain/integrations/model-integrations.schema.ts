/** The types of integrations that have models. */
export const modelTypes = ['openai', 'bedrock', 'custom_model'] as const;
export type ModelType = (typeof modelTypes)[number];

/** What is said of a node that asks a model, and has none. */
export const noModel =
  'Choose an integration that has models, or connect OpenAI, Amazon Bedrock or a custom model: ' +
  'Integrations, category AI.';
