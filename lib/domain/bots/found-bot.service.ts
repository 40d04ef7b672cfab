import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { Later } from '#lib/kernel/later.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import type { AwsRight } from './aws-rights.schema.ts';
import type { Bot, BotSummary, BotVersion, BotView, Graph, Problem } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import { warningsOf } from './warning.service.ts';

/** What bots ask of their runs; runs know bots, and not the other way round. */
export type BotRuns = {
  /** Runs that are under way, up to a hundred. */
  countUnderWay(bot: Bot): Promise<number>;
  /** Cancels those that wait for a slot. */
  dropQueued(bot: Bot, why: 'deleted' | 'disabled'): Promise<number>;
};

export type FoundBotDeps = {
  db: Database;
  /** What keeps a graph from running: the engine's `check`. */
  check: (graph: Graph, tenantId: string) => Later<Problem[]>;
  /** The calls of AWS that a graph may make. */
  awsRights: (graph: Graph, tenantId: string) => Later<AwsRight[]>;
};

/** A bot without the keys that only the database needs. */
export const summary = (bot: Bot): BotSummary => {
  const { tenant_id, trigger_key, cron_key, schedule_pending, ...rest } = bot;
  const { action_ids, draft_action_ids, draft_integration_ids, ...shown } = rest;
  return shown;
};

type KnownVersion = Pick<BotVersion, 'version' | 'graph' | 'aws_rights'>;

/** Rights with what people call the integrations. */
const namedRights = async (
  db: Database,
  tenantId: string,
  rights: readonly AwsRight[],
): Promise<BotView['aws_rights']> => {
  const store = integrationStore(db, tenantId);
  const ids = [...new Set(rights.map(({ integration_id }) => integration_id))];
  const found = await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const));
  const byId = new Map(found);
  return rights.map((one) => {
    const { alias, values } = byId.get(one.integration_id) ?? {};
    const region = values?.region;
    return {
      ...one,
      where: one.where === 'default' && region !== undefined ? region : one.where,
      ...(alias !== undefined && { alias }),
      ...(region !== undefined && { region }),
    };
  });
};

/** The bots of the caller's organisation: what every call on one of them begins with. */
export const botsOf = (deps: FoundBotDeps, caller: Caller) => {
  const store = botStore(deps.db, caller.tenant_id);
  const versions = botVersionStore(deps.db, caller.tenant_id);
  const find = async (id: string): Promise<Bot> => {
    const found = await store.get(id);
    if (!found) throw notFound('bot');
    return found;
  };
  const versionOf = async (one: Bot, version: number): Promise<BotVersion> => {
    // A number above the draft's is that of a save that did not come to its end.
    const found = version > one.draft_version ? undefined : await versions.get(one._id, version);
    if (!found) throw notFound('version');
    return found;
  };
  const graphOf = async (one: Bot, version: number): Promise<Graph> =>
    (await versionOf(one, version)).graph;
  const named = (rights: readonly AwsRight[]) => namedRights(deps.db, caller.tenant_id, rights);
  /** The calls of AWS that a graph may make now, each with its region. */
  const rightsOf = async (graph: Graph) => named(await deps.awsRights(graph, caller.tenant_id));
  /** `known` is a version at hand, which need not be read again. */
  const view = async (
    one: Bot,
    version = one.draft_version,
    known?: KnownVersion,
  ): Promise<BotView> => {
    const { graph, aws_rights } =
      known?.version === version ? known : await versionOf(one, version);
    const isPublished = version === one.published_version;
    const kept = isPublished ? aws_rights : undefined;
    const warnings = await warningsOf(deps.db, caller.tenant_id, graph);
    const problems = await deps.check(graph, caller.tenant_id);
    const rights = kept ? await named(kept) : await rightsOf(graph);
    return { ...summary(one), version, graph, problems, warnings, aws_rights: rights };
  };
  return { store, versions, find, graphOf, rightsOf, view };
};
