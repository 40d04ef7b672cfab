import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { toOneLine } from '#lib/kernel/display-text.ts';
import { type McpTool, toolName } from './mcp-tool.schema.ts';

/** The fields of a tool that its digest covers. */
export type DigestedTool = Omit<McpTool, 'digest'>;

export const withDigest = ({
  name,
  description,
  input_schema,
  read_only_hint,
}: DigestedTool): McpTool => {
  const digestInput = { name, description, input_schema, read_only_hint };
  return { ...digestInput, digest: sha256(canonicalJson(digestInput)) };
};

/**
 * Why a bot's copy of a tool is invalid: users who save or import a bot send the copy, and may have
 * marked the tool as read-only or given it a misleading name. Undefined if it is valid.
 */
export const copyProblem = (copy: McpTool): string | undefined =>
  toolName.safeParse(copy.name).success && withDigest(copy).digest === copy.digest
    ? undefined
    : `This copy of the tool "${toOneLine(copy.name)}" differs from the original of its server. ` +
      'Choose the tool again.';
