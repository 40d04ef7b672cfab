import * as z from 'zod';
import type { AwsRight } from './aws-rights.schema.ts';

/**
 * What a version of a bot calls besides AWS. Nothing holds a run to it, since an address may be
 * found out in the run; secrets of an integration go to its own hosts only, whatever is called.
 */
export const outsideCall = z.object({
  /** Absent where a request is sent without one. */
  integration_id: z.string().optional(),
  /** `POST`, the kind of an agent's work, the name of a tool, or `any` where code decides. */
  method: z.string(),
  /**
   * A host, `any` where it is found out in the run, `agent` where an agent does it, `model` where a
   * model is asked, `mcp` where a tool of an MCP server is called, and `default` for that of the
   * integration.
   */
  host: z.string(),
});
export type OutsideCall = z.infer<typeof outsideCall>;

/** All that a graph may call. */
export type GraphCalls = { aws_rights: AwsRight[]; outside_calls: OutsideCall[] };
