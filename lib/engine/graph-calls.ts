import { findReadyMadeAction } from '#lib/domain/actions/ready-made.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { outsideCallsOf } from '#lib/domain/bots/outside-calls.rules.ts';
import type { GraphCalls } from '#lib/domain/bots/outside-calls.schema.ts';
import { awsRights } from './aws-rights.ts';
import { type FindOwnAction, ownActionsIn } from './own-actions.ts';

/** The calls that a graph may make, with its actions in their current state; own ones are read. */
export const graphCallsWith =
  (find: FindOwnAction) =>
  async (graph: Graph, tenantId: string): Promise<GraphCalls> => {
    const ownActions = await ownActionsIn(find, tenantId, graph);
    const action = (id: string) =>
      findReadyMadeAction(id) ?? ownActions.find(({ _id }) => _id === id);
    return {
      aws_rights: await awsRights(graph, ownActions),
      outside_calls: outsideCallsOf(graph, action),
    };
  };
