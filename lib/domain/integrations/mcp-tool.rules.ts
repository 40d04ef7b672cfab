import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import type { McpTool } from './mcp-tool.schema.ts';

/** What the digest of a tool stands for. */
export type ToldTool = Omit<McpTool, 'digest'>;

export const withDigest = ({
  name,
  description,
  input_schema,
  read_only_hint,
}: ToldTool): McpTool => {
  const told = { name, description, input_schema, read_only_hint };
  return { ...told, digest: sha256(canonicalJson(told)) };
};

/**
 * Why the copy of a tool in a bot counts for nothing: whoever saves or imports a bot sends the
 * copy, and may have made the tool one that reads only.
 */
export const forgedCopy = (copy: McpTool): string | undefined =>
  withDigest(copy).digest === copy.digest
    ? undefined
    : `This copy of the tool "${copy.name}" is not as its server gave it. Choose the tool again.`;
