import * as z from 'zod';

/**
 * Valid names of tools, close to the rules of the protocol. People read the name when they approve
 * a call, and programs use it as a key: it contains no invisible characters, and is not a property
 * that every object has.
 */
export const toolName = z
  .string()
  .regex(/^[\w./-]{1,128}$/, 'Use only letters, digits and _ . / - in the name.')
  .refine((name) => !(name in Object.prototype), 'This name is reserved. Choose another name.');

/**
 * A tool of an MCP server, as the server describes it. All of it is untrusted text: users who let
 * an AI agent use the tool accept exactly this description, by its digest.
 */
export const mcpTool = z.strictObject({
  /** Servers' tools must now have a `toolName`; names that were stored earlier may differ. */
  name: z.string().min(1).max(128),
  description: z.string().max(8000),
  /** The JSON Schema of its arguments, as JSON. */
  input_schema: z.string().max(16_000),
  /** The server's own claim that the tool changes nothing. */
  read_only_hint: z.boolean(),
  /** SHA-256 of all other fields, in hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type McpTool = z.output<typeof mcpTool>;

/** Maximum number of stored tools per server, and of their characters in all. */
export const maxMcpTools = 100;
export const maxMcpCharacters = 150_000;
