import * as z from 'zod';
import { nodeKinds } from '../bots/node-kinds.schema.ts';

const node = z.string().min(1).max(100).describe('The name of a node, or its id.');
const way = z
  .string()
  .min(1)
  .max(50)
  .describe('A way out, such as next or approved. Default: the only one, or the first free one.');
const settings = z
  .record(z.string().max(100), z.unknown())
  .describe('Settings by name, as described by describe_kind. null removes a setting.');
const name = z
  .string()
  .min(1)
  .max(100)
  .describe('A unique name, short and in words, such as "Ask the owner".');
const searched = z
  .string()
  .max(100)
  .default('')
  .describe('A part of the name. Blank: all.');

/**
 * The tools of the model. They work on a copy of the draft that the user sees; the last ones look
 * up what the user may read. None publishes, enables or runs anything.
 */
export const builderTools = {
  describe_kind: {
    description: 'Describes a kind of node: its purpose, ways out, settings and output.',
    input: z.strictObject({ kind: z.enum(nodeKinds) }),
  },
  read_draft: {
    description:
      'Returns the current draft: its nodes with their settings, and its arrows. For a large ' +
      'draft it returns an overview; then name the nodes whose settings you need.',
    input: z.strictObject({
      nodes: z.array(node).max(20).default([]).describe('Only these nodes. Default: all.'),
    }),
  },
  add_node: {
    description:
      'Adds a node. With "after", it is connected to that node; if that way out already leads ' +
      'to a node, the new node is inserted between them. A loop is added together with its ' +
      'loop end, and a parallel with its merge.',
    input: z.strictObject({
      kind: z.enum(nodeKinds),
      name: name.optional(),
      after: node.optional().describe('The node that it follows, by name or id.'),
      way: way.optional(),
      settings: settings.optional(),
    }),
  },
  set_settings: {
    description: 'Changes settings of a node, its name or its policy. The rest stays unchanged.',
    input: z.strictObject({
      node,
      settings: settings.optional(),
      name: name.optional(),
      policy: z
        .record(z.string().max(100), z.unknown())
        .optional()
        .describe('How to handle failures, for kinds with a policy: retries, on_error and more.'),
    }),
  },
  connect: {
    description: 'Draws an arrow. It replaces the arrow of the same way out, except at a parallel.',
    input: z.strictObject({ from: node, way: way.optional(), to: node }),
  },
  remove: {
    description: 'Removes nodes together with their arrows, or only arrows.',
    input: z.strictObject({
      nodes: z.array(node).max(100).default([]),
      arrows: z
        .array(z.strictObject({ from: node, way: way.optional(), to: node.optional() }))
        .max(100)
        .default([]),
    }),
  },
  check: {
    description:
      'Lists what prevents the draft from running. Call it when you are done, and correct that.',
    input: z.strictObject({}),
  },
  find_listeners: {
    description: 'Finds listeners, whose events start bots, with the fields seen in their events.',
    input: z.strictObject({ name: searched }),
  },
  find_integrations: {
    description: 'Finds connected accounts and services by alias. Nodes name them by type and id.',
    input: z.strictObject({
      name: searched,
      type: z.string().max(40).optional().describe('Only of this type, such as aws or slack.'),
    }),
  },
  find_actions: {
    description: 'Finds actions of integrations, which nodes of the kind rest_api_action run.',
    input: z.strictObject({
      name: searched.describe('Words of its name or description.'),
      integration_type: z.string().max(40).optional(),
    }),
  },
  describe_action: {
    description: 'Returns the parameters of an action, and whether people must approve it.',
    input: z.strictObject({ action: z.string().min(1).max(100).describe('Its id.') }),
  },
  find_library_bots: {
    description: 'Finds bots of the library, as examples of how to draw what you are asked for.',
    input: z.strictObject({ name: searched }),
  },
  read_library_bot: {
    description: 'Returns the drawing of a bot of the library.',
    input: z.strictObject({ library_bot: z.string().min(1).max(100).describe('Its id.') }),
  },
} as const satisfies Record<string, { description: string; input: z.ZodObject }>;

export type BuilderTool = keyof typeof builderTools;

export type BuilderArgs<T extends BuilderTool> = z.output<(typeof builderTools)[T]['input']>;

export const isBuilderTool = (name: string): name is BuilderTool =>
  Object.hasOwn(builderTools, name);
