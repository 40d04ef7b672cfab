import * as z from 'zod';
import { type DigestedTool, withDigest } from '#lib/domain/integrations/mcp-tool.rules.ts';
import {
  maxMcpCharacters,
  maxMcpTools,
  type McpTool,
  mcpTool,
  toolName,
} from '#lib/domain/integrations/mcp-tool.schema.ts';
import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { removeInvisible } from '#lib/kernel/display-text.ts';

/** The most tools of a list that are examined, including unusable ones. */
const maxToolsExamined = 1000;

const describedTool = mcpTool.omit({ digest: true });
const { description } = describedTool.shape;

/** Rejects a tool that is too large before any work is done with it. */
const listedTool = z.looseObject({
  name: toolName,
  description: description.default(''),
  inputSchema: z.record(z.string(), z.unknown()).default({}),
  annotations: z.looseObject({ readOnlyHint: z.boolean().optional() }).optional(),
});

/** A tool as its server describes it; undefined where it is unusable: too large, or malformed. */
const parseTool = (value: unknown): DigestedTool | undefined => {
  const { data } = listedTool.safeParse(value);
  if (!data) return undefined;
  return describedTool.safeParse({
    name: data.name,
    description: removeInvisible(data.description),
    input_schema: canonicalJson(data.inputSchema),
    read_only_hint: data.annotations?.readOnlyHint === true,
  }).data;
};

/** The tools that a server lists, as far as they are usable and can be stored. */
export type ToolList = {
  tools: McpTool[];
  /** Whether tools were left out: they are unusable, or there are too many. */
  incomplete: boolean;
};

/** Collects the tools of a server page by page: each name once, as many as can be stored. */
export const createToolListBuilder = () => {
  const byName = new Map<string, McpTool>();
  let characterCount = 0;
  let examinedCount = 0;
  let unusableCount = 0;
  return {
    listed: (): ToolList => ({ tools: [...byName.values()], incomplete: unusableCount > 0 }),

    /** Adds a page. Returns false where there was no room for all of it. */
    add(page: readonly unknown[]): boolean {
      for (const value of page) {
        examinedCount += 1;
        if (examinedCount > maxToolsExamined || byName.size >= maxMcpTools) return false;
        const parsedTool = parseTool(value);
        if (!parsedTool) unusableCount += 1;
        if (!parsedTool || byName.has(parsedTool.name)) continue;
        const tool = withDigest(parsedTool);
        characterCount += JSON.stringify(tool).length;
        if (characterCount > maxMcpCharacters) return false;
        byName.set(tool.name, tool);
      }
      return true;
    },
  };
};
