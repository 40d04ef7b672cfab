import * as z from 'zod';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { libraryTag, type LibraryTag } from '#lib/domain/library/library.schema.ts';
import type { useIntegrationFilter } from '#web/app/integration-filter.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';

const ruleParam = z
  .string()
  .max(100)
  .regex(/^[a-z0-9-]+$/)
  .optional()
  .catch(undefined);

/** The filters of the list, and the open template. */
export const libraryUrl = z.object({
  name: textParam,
  category: choiceParam(categories),
  tag_name: textParam,
  integrationType: textParam,
  integrationId: textParam,
  page: pageParam,
  bot: textParam,
  /** The compliance rule whose findings start a bot created from the template. */
  rule: ruleParam,
  /** The integration of these findings, in which the bot acts. */
  account: z.string().max(60).optional().catch(undefined),
});
export type LibraryUrl = z.output<typeof libraryUrl>;

/** The tags in an address; unknown ones are ignored. */
export const tagsOf = ({ tag_name = '' }: Pick<LibraryUrl, 'tag_name'>): LibraryTag[] => {
  const tagNames = new Set(tag_name.split(','));
  return libraryTag.options.filter((tag) => tagNames.has(tag));
};

/** The integration of the global filter, whose type filters the library. */
export type GlobalFilter = Pick<ReturnType<typeof useIntegrationFilter>, 'chosen'>;

/**
 * The input of the call. The integration in the address takes precedence over the global filter.
 */
export const filterOf = (url: LibraryUrl, { chosen }: GlobalFilter) => {
  const integration = url.integrationId ?? chosen;
  const name = url.name?.trim().slice(0, 100);
  const tags = tagsOf(url);
  return {
    ...(name && { name }),
    ...(url.category && { category: url.category }),
    ...(url.integrationType && { integration_type: url.integrationType.slice(0, 40) }),
    ...(integration && { integration_id: integration.slice(0, 60) }),
    ...(tags.length > 0 && { tag_name: tags.join() }),
  };
};
