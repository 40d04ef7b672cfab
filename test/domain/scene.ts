import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { approvalService } from '#lib/domain/approvals/approval.service.ts';
import { botService } from '#lib/domain/bots/bot.service.ts';
import { credentialService } from '#lib/domain/credentials/credential.service.ts';
import { listenerService } from '#lib/domain/listeners/listener.service.ts';
import { openedListeners } from '#lib/domain/listeners/opened-listeners.ts';
import { tokenBuckets } from '#lib/domain/listeners/rate-limit.ts';
import { receiveWebhook } from '#lib/domain/listeners/webhook.service.ts';
import { userInputService } from '#lib/domain/user-inputs/user-input.service.ts';
import { ticketService } from '#lib/domain/ws/ticket.service.ts';
import { check } from '#lib/engine/check.ts';
import { problemOf } from '#lib/engine/expression.ts';
import { evaluateKey } from '#lib/engine/concurrency-key.ts';
import { matches } from '#lib/engine/pattern.ts';
import { limits } from '#lib/kernel/limits.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { openFiles } from '#lib/local/files.ts';
import { openRealtime } from '#lib/local/realtime.ts';
import { openSecrets } from '#lib/local/secrets.ts';
import type { Bus, Fact } from '#lib/ports/bus.ts';
import type { Scheduler } from '#lib/ports/scheduler.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { localScheduler } from '#test/support/local-scheduler.ts';
import { newTenant, person } from '#test/support/people.ts';

export const noon = Date.UTC(2026, 8, 1, 12);
export const webhookUrl = 'https://hooks.example';

/** The services of one organisation on the embedded adapters, with a clock that the test moves. */
export const openScene = ({ db, folder }: TestDatabase, tenant_id = newTenant()) => {
  const time = { now: noon };
  const clock = () => time.now;
  const facts: Fact[] = [];
  const bus: Bus = { publish: async (published) => void facts.push(...published) };
  const files = openFiles(folder);
  const scheduler: Scheduler = localScheduler(new DatabaseSync(':memory:'), noon).scheduler;
  const secrets = openSecrets({ path: join(folder, 'key'), create: true });
  const realtime = openRealtime({ clock });
  const frames: string[] = [];
  const root = person(tenant_id);
  realtime.attach({ send: (text) => frames.push(text), close: () => undefined }, root);
  frames.splice(0);
  const openListener = openedListeners({ db, secrets, clock });
  const mayAccept = tokenBuckets(limits.listenerRate, limits.listenerBurst);
  const webhooks = { db, files, bus, realtime, clock, openListener, mayAccept };
  return {
    db,
    tenant_id,
    root,
    time,
    clock,
    facts,
    frames,
    bus,
    files,
    secrets,
    realtime,
    evaluateKey,
    webhooks,
    listeners: listenerService({ db, secrets, files, bus, clock, webhookUrl }),
    scheduler,
    bots: botService({ db, clock, check, problemOf, scheduler, bus, realtime }),
    credentials: credentialService({ db, secrets, clock }),
    approvals: approvalService({ db, clock, bus, realtime }),
    userInputs: userInputService({ db, clock, bus, realtime, matches }),
    tickets: ticketService({ db, clock }),
    receive: receiveWebhook(webhooks),
  };
};

export type Scene = ReturnType<typeof openScene>;

/** The refusal of a call that is refused; undefined where it was served. */
export const refusalFrom = async (call: Promise<unknown>): Promise<Refusal | undefined> => {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

/** The status of a call: 200 where it was served. */
export const statusOf = async (call: Promise<unknown>): Promise<number> =>
  (await refusalFrom(call))?.status ?? 200;
