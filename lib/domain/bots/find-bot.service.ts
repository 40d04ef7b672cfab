import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { MaybePromise } from '#lib/kernel/maybe-promise.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import type { Bot, BotSummary, BotVersion, BotView, Graph, Problem } from './bot.schema.ts';
import { botStore, botVersionStore } from './bot.store.ts';
import type { GraphCalls } from './outside-calls.schema.ts';
import { botWarningsOf } from './warning.service.ts';

/** What the bots area needs of runs; passed in, because runs depend on bots and not vice versa. */
export type BotRuns = {
  /** Number of runs that have started and not ended, up to 100. */
  countUnderWay(bot: Bot): Promise<number>;
  /** Cancels the runs that wait for a slot; returns how many. */
  dropQueued(bot: Bot, reason: 'deleted' | 'disabled'): Promise<number>;
};

export type FindBotDeps = {
  db: Database;
  /** Returns the problems that keep a graph from running: the engine's `check`. */
  check: (graph: Graph, tenantId: string) => MaybePromise<Problem[]>;
  /** Returns the calls that a graph may make, to AWS and other systems. */
  graphCalls: (graph: Graph, tenantId: string) => MaybePromise<GraphCalls>;
};

/** A bot without fields for internal use only. */
export const summaryOf = (bot: Bot): BotSummary => {
  const { tenant_id, trigger_key, cron_key, schedule_pending, ...rest } = bot;
  const { action_ids, draft_action_ids, draft_integration_ids, ...others } = rest;
  const { agent_bot_ids, draft_agent_bot_ids, ...summary } = others;
  return summary;
};

type KnownVersion = Pick<BotVersion, 'version' | 'graph' | 'aws_rights'>;

type NamedCalls = Pick<BotView, 'aws_rights' | 'outside_calls'>;

type ViewedCalls = NamedCalls & Pick<BotView, 'aws_rights_now'>;

/** Adds aliases of integrations to calls, and replaces `default` by their own regions and hosts. */
const withAliases = async (
  db: Database,
  tenantId: string,
  { aws_rights, outside_calls }: GraphCalls,
): Promise<NamedCalls> => {
  const store = integrationStore(db, tenantId);
  const integrationIds = [...aws_rights, ...outside_calls].map(
    ({ integration_id }) => integration_id,
  );
  const ids = [...new Set(integrationIds)].filter((id) => id !== undefined);
  const found = await Promise.all(ids.map(async (id) => [id, await store.get(id)] as const));
  const byId = new Map(found);
  const rights = aws_rights.map((one) => {
    const { alias, values } = byId.get(one.integration_id) ?? {};
    const region = values?.region;
    return {
      ...one,
      where: one.where === 'default' && region !== undefined ? region : one.where,
      ...(alias !== undefined && { alias }),
      ...(region !== undefined && { region }),
    };
  });
  const outsideCalls = outside_calls.map((one) => {
    const { alias, hosts } = byId.get(one.integration_id ?? '') ?? {};
    const ownHost = hosts?.[0];
    return {
      ...one,
      host: one.host === 'default' && ownHost !== undefined ? ownHost : one.host,
      ...(alias !== undefined && { alias }),
    };
  });
  return { aws_rights: rights, outside_calls: outsideCalls };
};

/** Access to the bots of the caller's organisation, used by every call on a bot. */
export const botAccess = (deps: FindBotDeps, caller: Caller) => {
  const store = botStore(deps.db, caller.tenant_id);
  const versions = botVersionStore(deps.db, caller.tenant_id);
  const find = async (id: string): Promise<Bot> => {
    const found = await store.get(id);
    if (!found) throw notFound('bot');
    return found;
  };
  const versionOf = async (one: Bot, version: number): Promise<BotVersion> => {
    // Versions above the draft belong to interrupted saves.
    const found = version > one.draft_version ? undefined : await versions.get(one._id, version);
    if (!found) throw notFound('version');
    return found;
  };
  const graphOf = async (one: Bot, version: number): Promise<Graph> =>
    (await versionOf(one, version)).graph;
  /**
   * The calls that a graph may make now; `publishedRights` are the AWS rights it was published
   * with.
   */
  const callsOf = async (
    graph: Graph,
    publishedRights?: GraphCalls['aws_rights'],
  ): Promise<ViewedCalls> => {
    const addAliases = (calls: GraphCalls) => withAliases(deps.db, caller.tenant_id, calls);
    const calls = await addAliases(await deps.graphCalls(graph, caller.tenant_id));
    const aws_rights_now = calls.aws_rights;
    if (!publishedRights) return { ...calls, aws_rights_now };
    const { aws_rights } = await addAliases({ aws_rights: publishedRights, outside_calls: [] });
    return { ...calls, aws_rights, aws_rights_now };
  };
  /** `cachedVersion` is a version that was already read, so it is not read again. */
  const view = async (
    one: Bot,
    version = one.draft_version,
    cachedVersion?: KnownVersion,
  ): Promise<BotView> => {
    const { graph, aws_rights } =
      cachedVersion?.version === version ? cachedVersion : await versionOf(one, version);
    const isPublished = version === one.published_version;
    const publishedRights = isPublished ? aws_rights : undefined;
    const warnings = await botWarningsOf(deps.db, one, graph);
    const problems = await deps.check(graph, caller.tenant_id);
    const calls = await callsOf(graph, publishedRights);
    return { ...summaryOf(one), version, graph, problems, warnings, ...calls };
  };
  return { store, versions, find, graphOf, callsOf, view };
};
