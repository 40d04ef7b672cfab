import * as z from 'zod';
import { nodeKinds } from '../bots/node-kind.schema.ts';

const node = z.string().min(1).max(100).describe('The name of a node, or its id.');
const way = z
  .string()
  .min(1)
  .max(50)
  .describe('A way out: next, yes, approved. Left out: its only one, or the first free one.');
const settings = z
  .record(z.string().max(100), z.unknown())
  .describe('Settings by name, as describe_kind tells them. null takes a setting away.');
const name = z
  .string()
  .min(1)
  .max(100)
  .describe('A unique name, short and in words: "Ask the owner".');
const searched = z
  .string()
  .max(100)
  .default('')
  .describe('A part of the name; all where it is blank.');

/**
 * The tools of the model. They work on a copy of the draft that the user sees; the last ones look
 * up what the user may read. None publishes, enables or runs anything.
 */
export const builderTools = {
  describe_kind: {
    description: 'What a kind of node does, its ways out, its settings and what its output holds.',
    input: z.strictObject({ kind: z.enum(nodeKinds) }),
  },
  read_draft: {
    description:
      'The draft as it is now: its nodes with their settings, and its arrows. Of a large draft ' +
      'an overview; name the nodes whose settings you need.',
    input: z.strictObject({
      nodes: z.array(node).max(20).default([]).describe('Only these; all where it is left out.'),
    }),
  },
  add_node: {
    description:
      'Adds a node. Behind another one it is connected; where that way leads on already, it is ' +
      'put in between. A loop comes with its end, a parallel with its merge.',
    input: z.strictObject({
      kind: z.enum(nodeKinds),
      name: name.optional(),
      after: node.optional().describe('The node that it follows, by name or id.'),
      way: way.optional(),
      settings: settings.optional(),
    }),
  },
  set_settings: {
    description: 'Changes settings of a node, its name or its policy. What is not named stays.',
    input: z.strictObject({
      node,
      settings: settings.optional(),
      name: name.optional(),
      policy: z
        .record(z.string().max(100), z.unknown())
        .optional()
        .describe('What a failure means, of kinds that act: retries, on_error and more.'),
    }),
  },
  connect: {
    description: 'Draws an arrow. One that left by the same way is replaced, except of a parallel.',
    input: z.strictObject({ from: node, way: way.optional(), to: node }),
  },
  remove: {
    description: 'Removes nodes with their arrows, or arrows alone.',
    input: z.strictObject({
      nodes: z.array(node).max(100).default([]),
      arrows: z
        .array(z.strictObject({ from: node, way: way.optional(), to: node.optional() }))
        .max(100)
        .default([]),
    }),
  },
  check: {
    description: 'Tells what keeps the draft from running. Call it once you are done, and correct.',
    input: z.strictObject({}),
  },
  find_listeners: {
    description: 'Listeners, whose events start bots, with what their events have had inside.',
    input: z.strictObject({ name: searched }),
  },
  find_integrations: {
    description: 'Connected accounts and services, by alias. Nodes name them by type and id.',
    input: z.strictObject({
      name: searched,
      type: z.string().max(40).optional().describe('Only of this type: aws, slack, jira.'),
    }),
  },
  find_actions: {
    description:
      'Pieces of work with an integration, which nodes of the kind rest_api_action run.',
    input: z.strictObject({
      name: searched.describe('Words of its name or description.'),
      integration_type: z.string().max(40).optional(),
    }),
  },
  describe_action: {
    description: 'The parameters of an action, and whether people have to approve it.',
    input: z.strictObject({ action: z.string().min(1).max(100).describe('Its id.') }),
  },
  find_library_bots: {
    description: 'Bots of the library: how others draw what you are asked for.',
    input: z.strictObject({ name: searched }),
  },
  read_library_bot: {
    description: 'The drawing of a bot of the library.',
    input: z.strictObject({ library_bot: z.string().min(1).max(100).describe('Its id.') }),
  },
} as const satisfies Record<string, { description: string; input: z.ZodObject }>;

export type BuilderTool = keyof typeof builderTools;

export type BuilderArgs<T extends BuilderTool> = z.output<(typeof builderTools)[T]['input']>;

export const isBuilderTool = (name: string): name is BuilderTool =>
  Object.hasOwn(builderTools, name);
