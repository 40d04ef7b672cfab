import * as z from 'zod';
import { routes } from '#lib/kernel/route.ts';
import { searchAnswer, soughtText } from './search.schema.ts';

const input = z.strictObject({ text: soughtText });

/** The calls of the search over everything that has a name. */
export const searchRoutes = routes({
  /** Everybody may search; what is searched follows from what they may list. */
  searchNames: {
    method: 'GET',
    path: 'search',
    permission: 'read_own_search',
    resource: 'search',
    holders: 'everyone',
    input,
    output: searchAnswer,
    audit: 'Search everything by name',
  },
  /** By itself, as it reads files: it takes longer where there are many accounts. */
  searchResourceNames: {
    method: 'GET',
    path: 'search/resources',
    permission: 'read_inventory',
    resource: 'inventory',
    input,
    output: searchAnswer,
    audit: 'Search the resources by name and id',
  },
});
