import * as z from 'zod';
import { type ToldTool, withDigest } from '#lib/domain/integrations/mcp-tool.rules.ts';
import {
  type McpTool,
  mcpTool,
  mostMcpText,
  mostMcpTools,
  toolName,
} from '#lib/domain/integrations/mcp-tool.schema.ts';
import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { seenOnly } from '#lib/kernel/one-line.ts';

/** The most tools of a list that are examined, including unusable ones. */
const mostLookedAt = 1000;

const toldTool = mcpTool.omit({ digest: true });
const { description } = toldTool.shape;

/** Rejects a tool that is too large before any work is done with it. */
const listed = z.looseObject({
  name: toolName,
  description: description.default(''),
  inputSchema: z.record(z.string(), z.unknown()).default({}),
  annotations: z.looseObject({ readOnlyHint: z.boolean().optional() }).optional(),
});

/** A tool as its server describes it; undefined where it is unusable: too large, or malformed. */
const toldOf = (value: unknown): ToldTool | undefined => {
  const { data } = listed.safeParse(value);
  if (!data) return undefined;
  return toldTool.safeParse({
    name: data.name,
    description: seenOnly(data.description),
    input_schema: canonicalJson(data.inputSchema),
    read_only_hint: data.annotations?.readOnlyHint === true,
  }).data;
};

/** The tools that a server lists, as far as they are usable and can be stored. */
export type Listed = {
  tools: McpTool[];
  /** Whether tools were left out: they are unusable, or there are too many. */
  incomplete: boolean;
};

/** Collects the tools of a server page by page: each name once, as many as can be stored. */
export const collectedTools = () => {
  const byName = new Map<string, McpTool>();
  let letters = 0;
  let lookedAt = 0;
  let unusable = 0;
  return {
    listed: (): Listed => ({ tools: [...byName.values()], incomplete: unusable > 0 }),

    /** Adds a page. Returns false where there was no room for all of it. */
    add(page: readonly unknown[]): boolean {
      for (const value of page) {
        lookedAt += 1;
        if (lookedAt > mostLookedAt || byName.size >= mostMcpTools) return false;
        const told = toldOf(value);
        if (!told) unusable += 1;
        if (!told || byName.has(told.name)) continue;
        const tool = withDigest(told);
        letters += JSON.stringify(tool).length;
        if (letters > mostMcpText) return false;
        byName.set(tool.name, tool);
      }
      return true;
    },
  };
};
