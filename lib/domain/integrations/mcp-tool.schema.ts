import * as z from 'zod';

/**
 * What a tool may be called, close to what the protocol says. People read the name where they
 * approve a call, and programs keep things by it: it hides nothing, and no object has it already.
 */
export const toolName = z
  .string()
  .regex(/^[\w./-]{1,128}$/, 'Letters, digits, and _ . / - only.')
  .refine((name) => !(name in Object.prototype), 'Programs have a use of their own for this name.');

/**
 * A tool of an MCP server, as the server describes it. All of it is text of somebody else: whoever
 * lets an agent use it accepts exactly this, by the digest.
 */
export const mcpTool = z.strictObject({
  /** What servers list now is a `toolName`; what was kept before may be another one. */
  name: z.string().min(1).max(128),
  description: z.string().max(8000),
  /** The JSON Schema of its arguments, as JSON. */
  input_schema: z.string().max(16_000),
  /** The server says that it changes nothing. */
  read_only_hint: z.boolean(),
  /** SHA-256 of all of it. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type McpTool = z.output<typeof mcpTool>;

/** Tools of one server that are kept, and characters of all of them together. */
export const mostMcpTools = 100;
export const mostMcpText = 150_000;
