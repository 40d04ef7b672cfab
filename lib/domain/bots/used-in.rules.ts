import type { Bot } from './bot.schema.ts';

/** Which of a bot's versions (published, draft) name an id. */
export const versionsUsing = (
  { published_version }: Pick<Bot, 'published_version'>,
  id: string,
  { said, drawn }: { said: readonly string[]; drawn: readonly string[] },
): ('published' | 'draft')[] => [
  // Until a version is published, `said` describes the draft.
  ...(published_version !== undefined && said.includes(id) ? (['published'] as const) : []),
  ...(drawn.includes(id) ? (['draft'] as const) : []),
];
