import type { Bot } from './bot.schema.ts';

/** Which of a bot's versions (published, draft) name an id. */
export const versionsUsing = (
  { published_version }: Pick<Bot, 'published_version'>,
  id: string,
  { publishedIds, draftIds }: { publishedIds: readonly string[]; draftIds: readonly string[] },
): ('published' | 'draft')[] => [
  // Until a version is published, `publishedIds` describes the draft.
  ...(published_version !== undefined && publishedIds.includes(id) ? (['published'] as const) : []),
  ...(draftIds.includes(id) ? (['draft'] as const) : []),
];
