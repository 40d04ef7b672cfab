import type { Action } from '#lib/domain/actions/definition.schema.ts';
import { actionOf } from '#lib/domain/actions/ready-made.ts';
import { awsRightsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/**
 * The calls of AWS that a graph may make, with the actions as they are now; `own` are those of the
 * organisation.
 */
export const awsRights = (graph: Graph, own: readonly Action[] = []): AwsRight[] =>
  awsRightsOf(graph, (id) => actionOf(id) ?? own.find(({ _id }) => _id === id));
