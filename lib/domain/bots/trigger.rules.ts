import type { Bot, GraphNode } from './bot.schema.ts';
import { findingFilter, startSettings } from './nodes/start.schema.ts';

/** The trigger of a graph, from its start node; a draft without a start node is on demand. */
export const triggerOf = (
  graph: { readonly nodes: readonly GraphNode[] },
): Pick<Bot, 'trigger_type' | 'listener_id' | 'findings'> => {
  const start = graph.nodes.find(({ type }) => type === 'start');
  const { data } = startSettings.safeParse(start?.settings ?? {});
  const { trigger_type = 'on_demand', listener_id } = data ?? {};
  return {
    trigger_type,
    listener_id: trigger_type === 'event_driven' ? listener_id : undefined,
    findings: trigger_type === 'compliance_finding' ? findingFilter.parse(data) : undefined,
  };
};
