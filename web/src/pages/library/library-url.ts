import * as z from 'zod';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { libraryTag, type LibraryTag } from '#lib/domain/library/library.schema.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';

const ruleParam = z.string().max(100).regex(/^[a-z0-9-]+$/).optional().catch(undefined);

/** What the list is narrowed by, and the template that is open. */
export const libraryUrl = z.object({
  name: textParam,
  category: choiceParam(categories),
  tag_name: textParam,
  integrationType: textParam,
  page: pageParam,
  bot: textParam,
  /** The compliance rule whose findings start the bot that is made of it. */
  rule: ruleParam,
  /** The integration whose findings these are, and in which the bot acts. */
  account: z.string().max(60).optional().catch(undefined),
});
export type LibraryUrl = z.output<typeof libraryUrl>;

/** The tags that an address names; what is none of them is passed over. */
export const tagsOf = ({ tag_name = '' }: Pick<LibraryUrl, 'tag_name'>): LibraryTag[] => {
  const named = new Set(tag_name.split(','));
  return libraryTag.options.filter((tag) => named.has(tag));
};

/** What the server is asked for. */
export const filterOf = (url: LibraryUrl) => {
  const name = url.name?.trim().slice(0, 100);
  const tags = tagsOf(url);
  return {
    ...(name && { name }),
    ...(url.category && { category: url.category }),
    ...(url.integrationType && { integration_type: url.integrationType.slice(0, 40) }),
    ...(tags.length > 0 && { tag_name: tags.join() }),
  };
};
