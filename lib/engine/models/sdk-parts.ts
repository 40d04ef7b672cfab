/**
 * The SDK of models in parts that are loaded one after the other: loading all at once would block
 * the only thread of a server for up to half a second.
 */
export const sdkParts: readonly (() => Promise<unknown>)[] = [
  () => import('@ai-sdk/openai-compatible'),
  () => import('@ai-sdk/amazon-bedrock'),
  () => import('./sdk-turn.ts'),
];
