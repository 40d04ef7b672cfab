import * as z from 'zod';
import { defineRoutes } from '#lib/kernel/route.ts';
import { searchAnswer, searchPhrase } from './search.schema.ts';

const input = z.strictObject({ text: searchPhrase });

/** The calls that search everything that has a name. */
export const searchRoutes = defineRoutes({
  /** Every user may search; only what they may list is searched. */
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
  /** A separate call, since it reads files, which takes longer with many accounts. */
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
