import * as z from 'zod';
import { categories, graph } from '../bots/bot.schema.ts';
import { nodeKinds } from '../bots/node-kind.schema.ts';

/** Tags by whom a template is for and by what it is for. */
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
  /** Stays the same from release to release: links name it. */
  _id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string(),
  /** Markdown. */
  description: z.string(),
  category: z.enum(categories),
  tag_name: z.array(libraryTag),
  graph,
});
export type LibraryBot = z.infer<typeof libraryBot>;

/** A template as the library lists it: what it is made of, without how. */
const libraryBotSummary = libraryBot.omit({ graph: true }).extend({
  /** Nodes without notes. */
  node_count: z.number().int(),
  /** Each kind once, in the order drawn. */
  node_kinds: z.array(z.enum(nodeKinds)),
  /** The types of what its nodes work with. */
  integration_types: z.array(z.string()),
});
export type LibraryBotSummary = z.infer<typeof libraryBotSummary>;

/** `count` is that of all templates with this filter. */
export const libraryPage = z.object({
  items: z.array(libraryBotSummary),
  count: z.number().int(),
});
