import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { triggerTypes } from '#lib/domain/bots/nodes/start.schema.ts';

/** What starts runs of the graph, read from its start node; people do where that says nothing. */
export const triggerTypeOf = ({ nodes }: Graph): (typeof triggerTypes)[number] => {
  const said = nodes.find(({ type }) => type === 'start')?.settings['trigger_type'];
  return triggerTypes.find((one) => one === said) ?? 'on_demand';
};
