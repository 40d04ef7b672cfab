import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { categories } from '../bots/bot.schema.ts';
import { libraryBot, libraryPage, libraryTag } from './library.schema.ts';

const { number_of_items, page_number } = pageQuery();

/** Tags, separated by commas. */
const tags = z
  .string()
  .max(500)
  .transform((text) => text.split(',').filter((tag) => tag !== ''))
  .pipe(z.array(libraryTag));

/** Routes of the bot library: templates that all organisations share. */
export const libraryRoutes = defineRoutes({
  listLibraryBots: {
    method: 'GET',
    path: 'library',
    permission: 'read_library',
    resource: 'library',
    input: z.strictObject({
      number_of_items,
      page_number,
      category: z.enum(categories).optional(),
      name: z.string().trim().min(1, 'Enter something...').max(100).optional(),
      tag_name: tags.optional(),
      integration_type: z.string().max(40).optional(),
      /** Templates name no integration, so only the type of this one is used. */
      integration_id: z.string().max(60).optional(),
    }),
    output: libraryPage,
    audit: 'List the bot library',
  },
  getLibraryBot: {
    method: 'GET',
    path: 'library/{library_bot_id}',
    permission: 'read_library',
    resource: 'library',
    input: z.strictObject({ library_bot_id: z.string().max(100) }),
    output: libraryBot,
    audit: 'Read a bot of the library',
  },
});
