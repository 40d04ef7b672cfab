import * as z from 'zod';
import type { AwsRight } from './aws-rights.schema.ts';

/**
 * A call of a version of a bot to another system than AWS. It is not enforced in runs, since a URL
 * may only be known then; secrets of an integration are sent to its own hosts only in any case.
 */
export const outsideCall = z.object({
  /** Absent if the request uses no integration. */
  integration_id: z.string().optional(),
  /** `POST`, the kind of an agent's job, the name of a tool, or `any` if code decides. */
  method: z.string(),
  /**
   * A host name; `any` if it is only known in the run; `agent` for a job of an agent; `model` for a
   * question to a model; `mcp` for a tool of an MCP server; `default` for the integration's host.
   */
  host: z.string(),
});
export type OutsideCall = z.infer<typeof outsideCall>;

/** All calls that a graph may make. */
export type GraphCalls = { aws_rights: AwsRight[]; outside_calls: OutsideCall[] };
