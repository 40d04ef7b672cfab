import botRun from '../../statemachines/bot-run.asl.json' with { type: 'json' };
import inventoryRun from '../../statemachines/inventory-run.asl.json' with { type: 'json' };
import { limits } from '#lib/kernel/limits.ts';
import {
  type FunctionSpec,
  planUsageTables,
  pushTables,
  removalTables,
  runEndTables,
  runStartTables,
} from './function-spec.ts';

/**
 * Seconds that a machine's task waits longer than its function may run: the machine's clock starts
 * earlier, and Lambda's error for a timeout is retried.
 */
const timeoutMargin = 30;

/** The functions that the machine of bots calls. */
export const engineFunctions = {
  'engine/advance': {
    // The segment's budget is ten minutes; the rest is for its last node.
    timeout: botRun.States.Advance.TimeoutSeconds - timeoutMargin,
    memory: 1024,
    tables: {
      // AI agents start runs, which end with the agent's run.
      executions: ['get', 'query by_parent', 'query queue', 'put', 'update'],
      ...runStartTables,
      ...planUsageTables,
      run_statistics: ['update'],
      bot_versions: ['get'],
      listener_events: ['get'],
      execution_lanes: ['get', 'query', 'put', 'update'],
      node_cache: ['get', 'put'],
      bots: ['get'],
      approvals: ['get', 'update'],
      user_inputs: ['get', 'update'],
      pauses: ['delete'],
      agent_jobs: ['get', 'update'],
      integrations: ['get', 'update'],
      actions: ['get'],
      chat_threads: ['get', 'put', 'update'],
      chat_messages: ['query', 'put'],
      ...pushTables,
    },
    needs: [
      'read files',
      'write files',
      'push frames',
      'open secrets',
      'send mail',
      'run python',
      'query inventory',
      'ask models',
      'publish facts',
      'assume integration roles',
      'start bot-run',
    ],
    variables: ['SITE_URL', 'OUTGOING_ONLY'],
  },
  'engine/pause': {
    timeout: 30,
    memory: 512,
    tables: {
      executions: ['get', 'update'],
      execution_lanes: ['get', 'query', 'update'],
      bot_versions: ['get'],
      approvals: ['get', 'put', 'update'],
      user_inputs: ['get', 'put', 'update'],
      pauses: ['update', 'delete'],
      agent_jobs: ['put'],
      chat_messages: ['get', 'query'],
      // Who is notified of an AI agent's question and where they may answer; who wrote to the
      // agent.
      chat_threads: ['get', 'update', 'query by_run'],
      bots: ['get'],
      roles: ['get'],
      organisations: ['get'],
      users: ['get'],
      ...pushTables,
    },
    needs: ['read files', 'write files', 'send mail', 'push frames', 'resume runs'],
    variables: ['SITE_URL'],
  },
  // Called synchronously by the engine, by tests of nodes and by the bot builder.
  'engine/ask-model': {
    timeout: limits.modelTurn / 1000 + 15,
    memory: 512,
    // It pushes the model's text as it arrives, and stops when the run that asks ends.
    tables: { integrations: ['get'], executions: ['get'], ...pushTables },
    needs: ['open secrets', 'push frames', 'assume integration roles'],
    variables: ['OUTGOING_ONLY'],
  },
  'engine/fail': {
    timeout: botRun.States.Lost.TimeoutSeconds - timeoutMargin,
    memory: 512,
    tables: {
      ...runEndTables,
      // AI agents that work in a lane end with it, together with the runs that they started.
      chat_threads: ['get', 'update'],
      chat_messages: ['query'],
    },
    needs: ['publish facts', 'push frames'],
  },
} satisfies Record<string, FunctionSpec>;

const scanSteps = inventoryRun.States;

/** The settings of a function that runs SQL: Postgres takes up to 900 MB. */
const postgresSettings = {
  memory: 2048,
  threads: ['lib/engine/sql/worker.ts'],
  assets: [
    'node_modules/@electric-sql/pglite/dist/pglite.wasm',
    'node_modules/@electric-sql/pglite/dist/pglite.data',
    'dist/postgres.tar.gz',
  ],
} satisfies Partial<FunctionSpec>;

/** The functions that the machine of scans calls. */
export const inventoryFunctions = {
  'inventory/plan': {
    timeout: scanSteps.Plan.TimeoutSeconds - timeoutMargin,
    memory: 512,
    tables: {
      inventory_executions: ['get', 'update'],
      inventory_snapshots: ['update'],
      integrations: ['get'],
      agents: ['query by_integration'],
      ...pushTables,
    },
    needs: ['push frames', 'read steampipe address'],
    variables: ['STEAMPIPE_CONNECTIONS'],
  },
  'inventory/collect': {
    timeout: scanSteps.Collect.ItemProcessor.States.Table.TimeoutSeconds - timeoutMargin,
    memory: 1024,
    tables: {
      inventory_executions: ['get', 'update'],
      inventory_snapshots: ['get'],
      integrations: ['get'],
      agents: ['query by_integration'],
      agent_jobs: ['get', 'put', 'update'],
      ...pushTables,
    },
    needs: [
      'read files',
      'write files',
      'remove files',
      'push frames',
      'assume integration roles',
      'read steampipe address',
    ],
    variables: ['STEAMPIPE_CONNECTIONS'],
  },
  'inventory/evaluate': {
    timeout: scanSteps.Evaluate.TimeoutSeconds - timeoutMargin,
    ...postgresSettings,
    tables: {
      inventory_executions: ['get', 'update'],
      inventory_snapshots: ['get'],
      integrations: ['get'],
      compliance_summaries: ['get', 'query', 'put', 'delete'],
      compliance_exceptions: ['query'],
      compliance_rules: ['query'],
    },
    needs: ['read files', 'write files', 'remove files'],
  },
  'inventory/publish': {
    timeout: scanSteps.Publish.TimeoutSeconds - timeoutMargin,
    memory: 512,
    tables: {
      inventory_executions: ['get', 'update'],
      inventory_snapshots: ['get', 'update', 'delete'],
      inventory_history: ['put'],
      integrations: ['get'],
      ...removalTables,
      compliance_summaries: ['get', 'query', 'delete'],
      compliance_history: ['put', 'delete'],
      ...pushTables,
    },
    needs: ['read files', 'remove files', 'push frames', 'publish facts'],
  },
  // Called synchronously by the engine and by the API.
  'inventory/query': {
    timeout: limits.inventoryQuery / 1000,
    ...postgresSettings,
    tables: {
      integrations: ['query'],
      inventory_snapshots: ['query'],
      // For live queries: agents read clusters, and a query ends with the run that makes it.
      agents: ['query by_integration'],
      agent_jobs: ['get', 'put', 'update'],
      executions: ['get'],
    },
    needs: ['read files', 'remove files', 'assume integration roles', 'read steampipe address'],
    variables: ['STEAMPIPE_CONNECTIONS'],
  },
  'inventory/fail': {
    timeout: scanSteps.Lost.TimeoutSeconds - timeoutMargin,
    memory: 512,
    tables: {
      inventory_executions: ['get', 'update'],
      inventory_snapshots: ['get', 'update'],
      ...pushTables,
    },
    needs: ['read files', 'remove files', 'push frames'],
  },
} satisfies Record<string, FunctionSpec>;
