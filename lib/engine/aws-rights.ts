import { actionOf } from '#lib/domain/actions/ready-made.ts';
import { awsRightsOf } from '#lib/domain/bots/aws-rights.rules.ts';
import type { AwsRight } from '#lib/domain/bots/aws-rights.schema.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';

/** The calls of AWS that a graph may make, with the actions as they are now. */
export const awsRights = (graph: Graph): AwsRight[] => awsRightsOf(graph, actionOf);
