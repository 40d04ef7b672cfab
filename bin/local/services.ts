// What the areas' services need, from the opened parts.
import { auditActions } from '#lib/audit-actions.ts';
import type { BotText } from '#lib/domain/bots/bot-text.rules.ts';
import { check } from '#lib/engine/check.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { problemOf } from '#lib/engine/expression.ts';
import { matches } from '#lib/engine/pattern.ts';
import { recordedUsage } from '#lib/engine/recorded-usage.ts';
import { limits } from '#lib/kernel/limits.ts';
import { aside } from '#lib/local/aside.ts';
import { permissions } from '#lib/permissions.ts';
import { openServices, type Services } from '#lib/services.ts';
import type { Context } from './context.ts';
import type { Engine } from './engine.ts';
import type { Stores } from './stores.ts';

/** Reading a file may take long and much memory: aside, it holds up nobody. */
const readBot = aside<BotText>({
  worker: new URL('../../lib/local/aside-worker.ts', import.meta.url),
  module: new URL('../../lib/domain/bots/bot-text.rules.ts', import.meta.url),
  name: 'readBot',
  most: limits.botText,
  tooMuch: 'This file takes too long to read, or too much memory. Import a smaller one.',
});

/** Opens every area's service. */
export const servicesOf = (context: Context, stores: Stores, engine: Engine): Services => {
  const { publicUrl, clock, log } = context;
  const { db, files, secrets, realtime, mail, hashKey } = stores;
  const { runner, bus, scheduler, testNode } = engine;
  const ports = { db, files, secrets, realtime, mail, runner, bus, scheduler };
  const loadMatches = () => matches;
  const engineRules = { check, evaluateKey, loadMatches, problemOf, recordedUsage, testNode };
  const rules = { ...engineRules, readBot };
  const addresses = { site: { url: publicUrl }, webhookUrl: publicUrl };
  const identity = stores.identity.admin;
  const lists = { permissions, auditActions };
  const fixed = { clock, log, hashKey, ...addresses, ...lists };
  return openServices({ ...fixed, identity, ...ports, ...rules });
};
