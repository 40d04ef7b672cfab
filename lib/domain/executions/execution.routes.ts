import * as z from 'zod';
import { wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { executionPage, executionView, nodeResultView } from './execution.schema.ts';
import { executionStateList, historyQuery } from './history/history.schema.ts';
import { lanePage, lanePath, lanesQuery } from './lanes/lane-view.schema.ts';
import { chosenEvent, nodeTestInput, testedNode } from './runs/node-test.schema.ts';
import { runStatistics, statisticsQuery } from './history/statistics.schema.ts';

const iteration = z.strictObject({
  node_id: z.string().max(64),
  /** Zero-based index of the iteration. */
  index: z.number().int().min(0),
});

const runIdParam = { bot_exc_id: z.string().max(80) };

/** Calls on runs of bots. */
export const executionRoutes = defineRoutes({
  listExecutions: {
    method: 'GET',
    path: 'bot_executions',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: historyQuery,
    output: executionPage,
    audit: 'List runs',
  },
  listExecutionStates: {
    method: 'GET',
    path: 'bot_executions/states',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({}),
    output: executionStateList,
    audit: 'List the states of runs',
  },
  getRunStatistics: {
    method: 'GET',
    path: 'bot_executions/statistics',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: statisticsQuery,
    output: runStatistics,
    audit: 'Count runs',
  },
  getExecution: {
    method: 'GET',
    path: 'bot_executions/{bot_exc_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject(runIdParam),
    output: executionView,
    audit: 'Read a run',
  },
  getNodeResult: {
    method: 'GET',
    path: 'bot_executions/{bot_exc_id}/results/{node_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      ...runIdParam,
      node_id: z.string().max(64),
      /** The branch or iteration; if absent, the run itself or the only branch with this node. */
      lane: lanePath.optional(),
      /** Zero-based part of an output larger than 2 MB, which is returned in parts. */
      part: wholeNumber(0, 999).optional(),
    }),
    output: nodeResultView,
    audit: "Read a node's full result",
  },
  listLanes: {
    method: 'GET',
    path: 'bot_executions/{bot_exc_id}/lanes',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: lanesQuery,
    output: lanePage,
    audit: "List a node's branches or iterations",
  },
  startExecution: {
    method: 'POST',
    path: 'bot_executions',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
    input: z
      .strictObject({
        bot_id: z.string().max(60),
        /** Defaults to the published version. */
        version: z.number().int().min(1).optional(),
        /** What expressions read as `$event`; up to 32 KB. */
        input: z.record(z.string(), z.unknown()).optional(),
        /** An event that a listener received, instead of `input`. */
        event: chosenEvent.optional(),
        /** Start although the bot's concurrency limit is reached. */
        forceStart: z.boolean().optional(),
        /** False: no node takes its result from the cache. */
        caching_settings: z.boolean().optional(),
        /** Nodes with side effects only report what they would do. */
        dry_run: z.boolean().optional(),
        /** Id of a node after which the run ends. */
        until: z.string().max(64).optional(),
        /** Nodes with pinned data are not run; their pinned data is used as their output. */
        use_pins: z.boolean().optional(),
      })
      .refine(
        ({ input, event }) => input === undefined || event === undefined,
        'Give an input or an event, not both.',
      ),
    output: executionView,
    audit: 'Start a run',
    status: 201,
  },
  abortExecution: {
    method: 'POST',
    path: 'bot_executions/{bot_exc_id}/abort',
    permission: 'update_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject(runIdParam),
    output: executionView,
    audit: 'Abort a run',
  },
  resumeExecution: {
    method: 'POST',
    path: 'bot_executions/{bot_exc_id}/resume',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
    /**
     * Resumes at the node where the run stopped, or at `from`, a node that the run had already
     * reached. With `iteration`, only that iteration of that loop is run.
     */
    input: z
      .strictObject({
        ...runIdParam,
        iteration: iteration.optional(),
        from: z.string().max(64).optional(),
        /** With `from`: the version to run; defaults to the version of the original run. */
        version: z.number().int().min(1).optional(),
        /** The resumed run is a dry run: nodes with side effects only report what they would do. */
        dry_run: z.literal(true).optional(),
      })
      .refine(
        ({ iteration: turn, from }) => turn === undefined || from === undefined,
        'Choose an iteration or a node, not both.',
      )
      .refine(
        ({ from, version }) => version === undefined || from !== undefined,
        'To resume in another version, choose a node.',
      ),
    output: executionView,
    audit: 'Resume a failed run',
    status: 201,
  },
  replayExecution: {
    method: 'POST',
    path: 'bot_executions/{bot_exc_id}/replay',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject(runIdParam),
    output: executionView,
    audit: 'Replay a run',
    status: 201,
  },
  testNode: {
    method: 'POST',
    path: 'bots/{bot_id}/test_node',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
    input: nodeTestInput,
    output: testedNode,
    audit: 'Test one node of a bot',
    evidence: ({ dry_run }, { node_type, integration_ids }) => ({
      'Kind of node': node_type,
      Integration: integration_ids.join(', ') || 'none',
      'Dry run': dry_run ? 'yes' : 'no',
    }),
  },
});
