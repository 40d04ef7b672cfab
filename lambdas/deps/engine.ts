// The engine's rules, with the languages of expressions and patterns: loaded on first use, because
// most calls of these functions do not need them.
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import type { Execution } from '#lib/domain/executions/execution.schema.ts';
import type { ConnectionTestDeps } from '#lib/domain/integrations/connection-test.service.ts';
import { cachedCheck } from '#lib/engine/cached-check.ts';

const findOwnAction = async (tenantId: string, id: string) =>
  (await import('./loaded/own-action.ts')).findOwnAction(tenantId, id);

export const check = cachedCheck(async ({ graph, own }) => {
  const { tableColumns } = await import('#lib/domain/inventory/table-columns.ts');
  return (await import('#lib/engine/check.ts')).check(graph, own, tableColumns);
}, findOwnAction);

export const graphCalls = async (graph: Graph, tenantId: string) => {
  const { graphCallsWith } = await import('#lib/engine/graph-calls.ts');
  return graphCallsWith(findOwnAction)(graph, tenantId);
};

export const keyProblem = async (key: string) =>
  (await import('#lib/engine/concurrency-key.ts')).keyProblem(key);

export const evaluateKey = async (key: string, event: unknown) =>
  (await import('#lib/engine/concurrency-key.ts')).evaluateKey(key, event);

export const runProgress = async (graph: Graph, results: Execution['results']) =>
  (await import('#lib/engine/run-progress.ts')).runProgressOf(graph, results);

export const recordedUsage = async (graph: Graph) =>
  (await import('#lib/engine/recorded-usage.ts')).recordedUsage(graph);

export const loadMatches = async () => (await import('#lib/engine/pattern.ts')).matches;

export const openIntegration: ConnectionTestDeps['openIntegration'] = async (tenantId, id) =>
  (await import('./loaded/open-integration.ts')).openIntegration(tenantId, id);
