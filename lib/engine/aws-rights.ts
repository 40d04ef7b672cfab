import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import { awsRightsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import { rereadQueriesOf } from '#lib/domain/bots/live-reread.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/** The definitions of tables are only loaded where some query reads live. */
const liveRightsOf = async ({ nodes }: Graph): Promise<AwsRight[]> => {
  const isLive = nodes.some(({ settings }) => settings['mode'] === 'live');
  if (!isLive && rereadQueriesOf(nodes).length === 0) return [];
  const { liveRights } = await import('./live-rights.ts');
  return liveRights(nodes);
};

/**
 * The AWS calls that a graph may make, with its actions in their current state; `ownActions` are
 * those of the organisation.
 */
export const awsRights = async (
  graph: Graph,
  ownActions: readonly Action[] = [],
): Promise<AwsRight[]> => {
  const find = (id: string) => findReadyMadeAction(id) ?? ownActions.find(({ _id }) => _id === id);
  return awsRightsOf(graph, find, await liveRightsOf(graph));
};
