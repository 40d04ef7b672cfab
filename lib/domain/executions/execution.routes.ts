import * as z from 'zod';
import { wholeNumber } from '#lib/kernel/page.ts';
import { routes } from '#lib/kernel/route.ts';
import { executionPage, executionView, readResult } from './execution.schema.ts';
import { executionStateList, historyQuery } from './history/history.schema.ts';
import { lanePage, lanePath, lanesQuery } from './lanes/lane-view.schema.ts';
import { eventGiven, nodeTestInput, testedNode } from './runs/node-test.schema.ts';
import { runStatistics, statisticsQuery } from './history/statistics.schema.ts';

const iteration = z.strictObject({
  node_id: z.string().max(64),
  /** The first turn is number 0. */
  index: z.number().int().min(0),
});

const one = { bot_exc_id: z.string().max(80) };

/** Calls on runs of bots. */
export const executionRoutes = routes({
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
    input: z.strictObject(one),
    output: executionView,
    audit: 'Read a run',
  },
  getNodeResult: {
    method: 'GET',
    path: 'bot_executions/{bot_exc_id}/results/{node_id}',
    permission: 'read_bot_execution',
    resource: 'bot_execution',
    input: z.strictObject({
      ...one,
      node_id: z.string().max(64),
      /** The branch or turn; without it the run itself, or the one branch with this node. */
      lane: lanePath.optional(),
      /** Of an output of more than 2 MB, which is answered in parts: the first is number 0. */
      part: wholeNumber(0, 999).optional(),
    }),
    output: readResult,
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
        /** The published version unless told otherwise. */
        version: z.number().int().min(1).optional(),
        /** What expressions read as `$event`; up to 32 KB. */
        input: z.record(z.string(), z.unknown()).optional(),
        /** In place of an input: an event that a listener received. */
        event: eventGiven.optional(),
        /** Start although the bot's concurrency limit is reached. */
        forceStart: z.boolean().optional(),
        /** False: no node takes its result from the cache. */
        caching_settings: z.boolean().optional(),
        /** Nodes that would change something answer what they would do. */
        dry_run: z.boolean().optional(),
        /** The run ends once it has done with this node. */
        until: z.string().max(64).optional(),
        /** Pinned data stands for what nodes would answer. */
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
    input: z.strictObject(one),
    output: executionView,
    audit: 'Abort a run',
  },
  resumeExecution: {
    method: 'POST',
    path: 'bot_executions/{bot_exc_id}/resume',
    permission: 'create_bot_execution',
    resource: 'bot_execution',
    /**
     * At the node where it stopped, or from a node that it had done with; with an iteration only
     * that turn of that loop is run.
     */
    input: z
      .strictObject({
        ...one,
        iteration: iteration.optional(),
        from: z.string().max(64).optional(),
        /** With `from`: the version that goes on; that of the run unless told. */
        version: z.number().int().min(1).optional(),
        /** Nodes that would change something answer what they would do, as in a dry run. */
        dry_run: z.literal(true).optional(),
      })
      .refine(
        ({ iteration: turn, from }) => turn === undefined || from === undefined,
        'Choose an iteration or a node, not both.',
      )
      .refine(
        ({ from, version }) => version === undefined || from !== undefined,
        'Another version goes on from a node only. Choose one.',
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
    input: z.strictObject(one),
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
