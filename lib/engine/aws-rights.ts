import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { actionOf } from '#lib/domain/actions/ready-made.ts';
import { awsRightsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import { askedAgainLive } from '#lib/domain/bots/read-again.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/** How tables are read is loaded where a query reads some live. */
const liveRightsOf = async ({ nodes }: Graph): Promise<AwsRight[]> => {
  const isLive = nodes.some(({ settings }) => settings['mode'] === 'live');
  if (!isLive && askedAgainLive(nodes).length === 0) return [];
  const { liveRights } = await import('./live-rights.ts');
  return liveRights(nodes);
};

/**
 * The calls of AWS that a graph may make, with the actions as they are now; `own` are those of the
 * organisation.
 */
export const awsRights = async (
  graph: Graph,
  own: readonly Action[] = [],
): Promise<AwsRight[]> => {
  const find = (id: string) => actionOf(id) ?? own.find(({ _id }) => _id === id);
  return awsRightsOf(graph, find, await liveRightsOf(graph));
};
