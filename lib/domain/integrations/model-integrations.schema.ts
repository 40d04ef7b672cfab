/** The types of integrations that have models. */
export const modelTypes = ['openai', 'bedrock', 'custom_model'] as const;
export type ModelType = (typeof modelTypes)[number];
