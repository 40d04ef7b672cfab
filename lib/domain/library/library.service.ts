import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { libraryBots } from './library-bots.ts';
import { fitsFilter, summaryOf } from './library.rules.ts';
import type { libraryRoutes } from './library.routes.ts';

/** Calls of the bot library. It is the same for everybody, and changes with a release. */
export const libraryService = (): Service<typeof libraryRoutes> => ({
  async listLibraryBots(_, { number_of_items, page_number = 1, ...filter }) {
    const found = libraryBots.filter((bot) => fitsFilter(bot, filter));
    const first = (page_number - 1) * number_of_items;
    const items = found.slice(first, first + number_of_items).map(summaryOf);
    return { items, count: found.length };
  },

  async getLibraryBot(_, { library_bot_id }) {
    const found = libraryBots.find(({ _id }) => _id === library_bot_id);
    if (!found) throw notFound('library bot');
    return found;
  },
});
