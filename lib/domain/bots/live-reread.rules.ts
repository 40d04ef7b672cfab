import { maxLiveIntegrations } from '../inventory/queries/inventory-query.schema.ts';
import type { GraphNode } from './bot.schema.ts';
import { isSkipped } from './node-facts.schema.ts';
import { steampipeQuerySettings } from './nodes/steampipe-query.schema.ts';

/**
 * Turns a query of the last scan into a live query, to re-read resources before something is done
 * to them. Undefined if it is another node, or names no integrations or too many.
 */
export const toLiveQuery = (node: GraphNode): GraphNode | undefined => {
  if (node.type !== 'steampipe_query') return undefined;
  const { data } = steampipeQuerySettings.safeParse(node.settings);
  if (data?.mode !== 'last_scan') return undefined;
  const { length } = data.integrations;
  if (length === 0 || length > maxLiveIntegrations) return undefined;
  return { ...node, settings: { ...node.settings, mode: 'live' } };
};

/** The queries that approvals among these nodes re-read live once they are decided. */
export const rereadQueriesOf = (nodes: readonly GraphNode[]): GraphNode[] => {
  const names = new Set(
    nodes.flatMap((node) =>
      node.type === 'approval' && !isSkipped(node) ? [node.settings['reread']] : [],
    ),
  );
  return nodes.flatMap((node) => (names.has(node.name) ? (toLiveQuery(node) ?? []) : []));
};
