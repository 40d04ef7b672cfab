import { mostLive } from '../inventory/queries/inventory-query.schema.ts';
import type { GraphNode } from './bot.schema.ts';
import { isPassedBy } from './node-facts.schema.ts';
import { steampipeQuerySettings } from './nodes/steampipe-query.schema.ts';

/**
 * A query of the last scan as it is asked once more before something is done to its rows: of the
 * accounts as they are. Undefined where it is another node, or names no integrations to read.
 */
export const askedLive = (node: GraphNode): GraphNode | undefined => {
  if (node.type !== 'steampipe_query') return undefined;
  const { data } = steampipeQuerySettings.safeParse(node.settings);
  if (data?.mode !== 'last_scan') return undefined;
  const { length } = data.integrations;
  if (length === 0 || length > mostLive) return undefined;
  return { ...node, settings: { ...node.settings, mode: 'live' } };
};

/** The queries that approvals among some nodes ask live, once they are decided. */
export const askedAgainLive = (nodes: readonly GraphNode[]): GraphNode[] => {
  const names = new Set(
    nodes.flatMap((node) =>
      node.type === 'approval' && !isPassedBy(node) ? [node.settings['reread']] : [],
    ),
  );
  return nodes.flatMap((node) => (names.has(node.name) ? (askedLive(node) ?? []) : []));
};
