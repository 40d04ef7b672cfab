import * as z from 'zod';
import { pageQuery, searchText } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import { executionPage, executionState, executionView, nodeResult } from './execution.schema.ts';

const one = { bot_exc_id: z.string().max(80) };

/** Calls on runs of bots (spec 3 section 7). */
export const executionRoutes = routes({
  listExecutions: {
    method: 'GET',
    path: 'bot_executions',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      ...pageQuery(),
      bot_id: z.string().max(60).optional(),
      bot_name: searchText.optional(),
      state: executionState.optional(),
    }),
    output: executionPage,
    audit: 'List runs',
  },
  getExecution: {
    method: 'GET',
    path: 'bot_executions/{bot_exc_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject(one),
    output: executionView,
    audit: 'Read a run',
  },
  getNodeResult: {
    method: 'GET',
    path: 'bot_executions/{bot_exc_id}/results/{node_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({ ...one, node_id: z.string().max(64) }),
    output: nodeResult,
    audit: "Read a node's full result",
  },
  startExecution: {
    method: 'POST',
    path: 'bot_executions',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      bot_id: z.string().max(60),
      /** The published version unless told otherwise. */
      version: z.number().int().min(1).optional(),
      /** What expressions read as `$event`; up to 32 KB. */
      input: z.record(z.string(), z.unknown()).optional(),
    }),
    output: executionView,
    audit: 'Start a run',
    status: 201,
  },
  abortExecution: {
    method: 'POST',
    path: 'bot_executions/{bot_exc_id}/abort',
    permission: 'update_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject(one),
    output: executionView,
    audit: 'Abort a run',
  },
});
