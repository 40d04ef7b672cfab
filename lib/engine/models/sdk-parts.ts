/**
 * The SDK of models in parts that can be loaded one after the other: all of it at once keeps the
 * only thread of a server busy for up to half a second, before others have a turn.
 */
export const sdkParts: readonly (() => Promise<unknown>)[] = [
  () => import('@ai-sdk/openai-compatible'),
  () => import('@ai-sdk/amazon-bedrock'),
  () => import('./sdk-turn.ts'),
];
