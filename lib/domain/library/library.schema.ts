import * as z from 'zod';
import { categories, graph } from '../bots/bot.schema.ts';
import { nodeKinds } from '../bots/node-kinds.schema.ts';

/** Tags by the team that a template is for, and by its use case. */
export const libraryTags = {
  team: ['SecOps', 'IT and CCoE'],
  use_case: [
    'Governance Risk and Compliance',
    'Identity Operations',
    'Security Incident Response',
    'Application Operations',
    'Threat Hunting',
  ],
} as const;

export const libraryTag = z.enum([...libraryTags.team, ...libraryTags.use_case]);
export type LibraryTag = z.infer<typeof libraryTag>;

/** A public template of a bot, the same for every organisation. */
export const libraryBot = z.object({
  /** Never changes, since links refer to it. */
  _id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string(),
  /** Markdown. */
  description: z.string(),
  category: z.enum(categories),
  tag_name: z.array(libraryTag),
  graph,
});
export type LibraryBot = z.infer<typeof libraryBot>;

/** A template as the library lists it, without its graph. */
const libraryBotSummary = libraryBot.omit({ graph: true }).extend({
  /** The number of nodes, without notes. */
  node_count: z.number().int(),
  /** Each kind once, in the order of the graph. */
  node_kinds: z.array(z.enum(nodeKinds)),
  /** The types of integrations that its nodes use. */
  integration_types: z.array(z.string()),
});
export type LibraryBotSummary = z.infer<typeof libraryBotSummary>;

/** `count` is the number of all templates that match the filter. */
export const libraryPage = z.object({
  items: z.array(libraryBotSummary),
  count: z.number().int(),
});
