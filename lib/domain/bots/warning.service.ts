import type { Database } from '#lib/kernel/database.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../account/permission.rules.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import { listenerStore } from '../listeners/listener.store.ts';
import { callerOf } from '../users/caller.service.ts';
import type { User } from '../users/user.schema.ts';
import { userStore } from '../users/user.store.ts';
import type { Bot, Graph, Problem } from './bot.schema.ts';
import { botStore } from './bot.store.ts';
import { boundsWarnings } from './bounds-warning.rules.ts';
import { modelQuestions } from './model-question.rules.ts';
import { triggerOf } from './trigger.rules.ts';
import {
  askedPeople,
  errorBotWarnings,
  graphWarnings,
  listenerWarnings,
  modelWarnings,
  namedApprovers,
  powerlessWarnings,
  strangerWarnings,
} from './warning.rules.ts';

const listenerWarningsOf = async (
  db: Database,
  tenantId: string,
  graph: Graph,
): Promise<Problem[]> => {
  const { listener_id } = triggerOf(graph);
  if (!listener_id) return [];
  return listenerWarnings(graph, await listenerStore(db, tenantId).get(listener_id));
};

const errorBotWarningsOf = async (
  db: Database,
  { tenant_id, settings }: Pick<Bot, 'tenant_id' | 'settings'>,
): Promise<Problem[]> => {
  const id = settings?.error_bot_id;
  return id === undefined ? [] : errorBotWarnings(await botStore(db, tenant_id).get(id));
};

const modelWarningsOf = async (
  db: Database,
  tenantId: string,
  graph: Graph,
): Promise<Problem[]> => {
  const ids = new Set(modelQuestions(graph).map(({ integration_id }) => integration_id));
  const store = integrationStore(db, tenantId);
  const found = await Promise.all([...ids].map((id) => store.get(id)));
  return modelWarnings(graph, (id) => found.find((one) => one?._id === id));
};

const mayApprove = async (db: Database, user: User): Promise<boolean> =>
  decide(await callerOf(db, user), guards.resolveApproval).allowed;

/** All warnings about a bot, based on the organisation's data; they do not keep it from running. */
export const botWarningsOf = async (
  db: Database,
  bot: Pick<Bot, 'tenant_id' | 'settings'>,
  graph: Graph,
): Promise<Problem[]> => {
  const { tenant_id } = bot;
  const users = userStore(db, tenant_id);
  const approvers = new Set(namedApprovers(graph));
  const strangers = new Set<string>();
  const powerless = new Set<string>();
  for (const one of new Set([...askedPeople(graph), ...approvers])) {
    const user = await users.get(one);
    if (!user) strangers.add(one);
    else if (approvers.has(one) && !(await mayApprove(db, user))) powerless.add(one);
  }
  return [
    ...graphWarnings(graph),
    ...boundsWarnings(bot.settings, graph),
    ...strangerWarnings(graph, strangers),
    ...powerlessWarnings(graph, powerless),
    ...(await listenerWarningsOf(db, tenant_id, graph)),
    ...(await modelWarningsOf(db, tenant_id, graph)),
    ...(await errorBotWarningsOf(db, bot)),
  ];
};
