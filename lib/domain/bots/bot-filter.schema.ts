import * as z from 'zod';
import { searchText } from '#lib/kernel/page.ts';
import { botStatuses, categories, importances } from './bot.schema.ts';
import { integrationTypes } from './integration.schema.ts';
import { triggerTypes } from './nodes/start.schema.ts';

/** What lists of bots are narrowed by (spec 3 section 7, `GET bots`). */
export const botFilter = z.strictObject({
  status: z.enum(botStatuses).optional(),
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  event: z.enum(triggerTypes).optional(),
  listener_id: z.string().max(60).optional(),
  integration_type: z.enum(integrationTypes).optional(),
  service_portal_published: z.enum(['true', 'false']).optional(),
  regex: searchText.optional(),
});
export type BotFilter = z.infer<typeof botFilter>;
