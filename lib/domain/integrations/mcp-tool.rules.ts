import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import { oneLine } from '#lib/kernel/one-line.ts';
import { type McpTool, toolName } from './mcp-tool.schema.ts';

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
 * copy, and may have made the tool one that reads only, or named it so that it reads as another.
 */
export const forgedCopy = (copy: McpTool): string | undefined =>
  toolName.safeParse(copy.name).success && withDigest(copy).digest === copy.digest
    ? undefined
    : `This copy of the tool "${oneLine(copy.name)}" is not as its server gave it. Choose the ` +
      'tool again.';
