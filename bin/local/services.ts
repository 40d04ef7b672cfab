// Opens the areas' services with what they need from the opened parts.
import { auditActionsWith } from '#lib/audit-actions.ts';
import { findOwnAction } from '#lib/domain/actions/find-action.service.ts';
import type { ActionFile } from '#lib/domain/actions/action-file.schema.ts';
import { identityEventKinds } from '#lib/domain/account/identity-event.rules.ts';
import { integrationAgents } from '#lib/domain/agents/integration-agents.service.ts';
import type { Problem } from '#lib/domain/bots/bot.schema.ts';
import type { BotText } from '#lib/domain/bots/bot-text.rules.ts';
import { awsFindings } from '#lib/engine/aws-findings.ts';
import { graphCallsWith } from '#lib/engine/graph-calls.ts';
import { tableColumns } from '#lib/domain/inventory/table-columns.ts';
import { check } from '#lib/engine/check.ts';
import { isCostlyToCheck } from '#lib/engine/check-aside.ts';
import { evaluateKey, keyProblem } from '#lib/engine/concurrency-key.ts';
import { matches } from '#lib/engine/pattern.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { cachedCheck } from '#lib/engine/cached-check.ts';
import { runProgressOf } from '#lib/engine/run-progress.ts';
import { forgetIntegration } from '#lib/forget-integration.ts';
import { limits } from '#lib/kernel/limits.ts';
import { inWorkerThread } from '#lib/local/worker-thread.ts';
import { permissions } from '#lib/permissions.ts';
import { openServices, type Services } from '#lib/services.ts';
import { collectorOffers } from '../settings.ts';
import { agentReleaseIn } from './agent-release.ts';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Stores } from './stores.ts';

const worker = new URL('../../lib/local/call-worker.ts', import.meta.url);

/** Files are read in a worker: reading may take long and need much memory. */
const fileReaderOptions = {
  worker,
  limits: limits.botAside,
  excessMessage: 'This file takes too long to read, or too much memory. Import a smaller one.',
};

const readBot = inWorkerThread<BotText>({
  ...fileReaderOptions,
  module: new URL('../../lib/domain/bots/bot-text.rules.ts', import.meta.url),
  name: 'readBot',
});

const readAction = inWorkerThread<ActionFile>({
  ...fileReaderOptions,
  module: new URL('../../lib/action-text.ts', import.meta.url),
  name: 'readAction',
});

const checkText = inWorkerThread<Problem[]>({
  worker,
  module: new URL('../../lib/engine/check-aside.ts', import.meta.url),
  name: 'checkText',
  limits: limits.botAside,
  excessMessage: 'This bot takes too long to check, or too much memory. Split it into several.',
});

/** Opens every area's service. */
export const servicesOf = (context: Context, stores: Stores, engine: Engine): Services => {
  const { publicUrl, clock, log } = context;
  const loadMatches = () => matches;
  const checkOnce = cachedCheck(
    ({ graph, own }, text) =>
      isCostlyToCheck(graph, text) ? checkText(text) : check(graph, own, tableColumns),
    findOwnAction(stores.db),
  );
  const engineRules = {
    evaluateKey,
    keyProblem,
    loadMatches,
    recordedUsage,
    standing: runProgressOf,
  };
  const rights = { graphCalls: graphCallsWith(findOwnAction(stores.db)) };
  const rules = { ...engineRules, ...rights, check: checkOnce, readBot, readAction };
  const addresses = { site: { url: publicUrl }, webhookUrl: publicUrl };
  const identity = stores.identity.admin;
  const lists = {
    permissions: async () => permissions,
    auditActions: async () => auditActionsWith(identityEventKinds),
  };
  const { SUPPORT_EMAIL: email } = context.settings;
  const support = email === undefined ? {} : { email };
  const agentRelease = agentReleaseIn(context.root);
  const agents = { agentRelease, agentsOf: integrationAgents({ db: stores.db, clock }) };
  const offers = collectorOffers(context.settings);
  const { db, files } = stores;
  const forget = forgetIntegration({ db, files, clock, scheduler: engine.scheduler });
  const integrationDeps = {
    support,
    offers,
    forget,
    awsFindings: awsFindings(engine.aws.openReader, clock),
  };
  const commonDeps = { clock, log, ...integrationDeps, ...agents, ...addresses, ...lists };
  return openServices({ ...stores, ...engine, ...commonDeps, ...rules, identity });
};
