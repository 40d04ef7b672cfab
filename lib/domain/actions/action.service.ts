import type { Database } from '#lib/kernel/database.ts';
import { slicePage } from '#lib/kernel/lists.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { typeNamed } from '../integrations/catalogue.service.ts';
import type { actionRoutes } from './action.routes.ts';
import { fitsFilter, summaryOf, viewOf } from './action.rules.ts';
import { actionOf, readyMadeActions } from './ready-made.ts';

type Deps = { db: Database };

/** Calls of the actions that come with the product; they are the same for everybody. */
export const actionService = ({ db }: Deps): Service<typeof actionRoutes> => ({
  async listActions({ tenant_id }, { number_of_items, page_number, next, ...filter }) {
    const values = readyMadeActions
      .map((action) => summaryOf(action, typeNamed(action.integration_type)))
      .filter((action) => fitsFilter(action, filter));
    const request = {
      number_of_items,
      ...(page_number !== undefined && { page_number }),
      ...(next !== undefined && { next }),
    };
    return slicePage(db, { values, request, scope: [tenant_id, filter] });
  },

  async getAction(_, { action_id }) {
    const found = actionOf(action_id);
    if (!found) throw notFound('action');
    return viewOf(found, typeNamed(found.integration_type));
  },
});
