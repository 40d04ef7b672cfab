import type { Database } from '#lib/kernel/database.ts';
import type { Files } from '#lib/ports/files.ts';
import { listenerEventStore } from '../../listeners/listener-event.store.ts';
import { eventOf } from '../execution.rules.ts';
import type { Execution } from '../execution.schema.ts';

export type PayloadDeps = { db: Database; files: Files };

type Started = Pick<Execution, 'tenant_id' | 'trigger'> & Partial<Pick<Execution, 'input'>>;

/** What expressions of a run read as `$event`; undefined where its event is no longer kept. */
export const readPayload = async (
  deps: PayloadDeps,
  { tenant_id, trigger, input }: Started,
): Promise<{ value: unknown } | undefined> => {
  const event = eventOf(trigger);
  if (!event) return { value: input };
  const events = listenerEventStore(deps.db, tenant_id, event.listener_id);
  const { body, body_ref } = (await events.bodyOf(event.event_id)) ?? {};
  const text = body_ref === undefined ? body : await deps.files.get(body_ref);
  return text === undefined ? undefined : { value: JSON.parse(text) };
};
