import type { Bot } from './bot.schema.ts';

/** Which versions of a bot name something: the one that runs, the newest that was saved. */
export const usedIn = (
  { published_version }: Pick<Bot, 'published_version'>,
  id: string,
  { said, drawn }: { said: readonly string[]; drawn: readonly string[] },
): ('published' | 'draft')[] => [
  // Until a version is published, a bot says of itself what its draft does.
  ...(published_version !== undefined && said.includes(id) ? (['published'] as const) : []),
  ...(drawn.includes(id) ? (['draft'] as const) : []),
];
