import type { Database } from '#lib/kernel/database.ts';
import { parseLossyNumbersInTurns } from '#lib/kernel/json.ts';
import type { Files } from '#lib/ports/files.ts';
import { readFindingEvent } from '../../compliance/findings/findings.service.ts';
import { listenerEventStore } from '../../listeners/listener-event.store.ts';
import { eventOf } from '../execution.rules.ts';
import type { EventRef, Execution } from '../execution.schema.ts';

export type PayloadDeps = { db: Database; files: Files };

type Started = Pick<Execution, 'tenant_id' | 'trigger'> & Partial<Pick<Execution, 'input'>>;

/** The body that a listener received, as text; undefined if it is no longer kept. */
const readReceivedText = async (
  { db, files }: PayloadDeps,
  tenant_id: string,
  eventRef: EventRef,
): Promise<string | undefined> => {
  const events = listenerEventStore(db, tenant_id, eventRef.listener_id);
  const { body, body_ref } = (await events.bodyOf(eventRef.event_id)) ?? {};
  return body_ref === undefined ? body : files.get(body_ref);
};

/**
 * What a run's expressions read as `$event`; undefined if its event is no longer kept. Numbers too
 * large for a JavaScript number stay text: with a rounded id a bot would act on another object.
 */
export const readPayload = async (
  deps: PayloadDeps,
  { tenant_id, trigger, input }: Started,
): Promise<{ value: unknown } | undefined> => {
  const event = eventOf(trigger);
  if (!event && trigger.type !== 'finding') return { value: input };
  const text =
    trigger.type === 'finding'
      ? await readFindingEvent(
          deps.files,
          { ...trigger, tenant_id },
          { change: trigger.change, criticality: trigger.criticality ?? 'alarm' },
        )
      : event && (await readReceivedText(deps, tenant_id, event));
  return text === undefined ? undefined : { value: await parseLossyNumbersInTurns(text) };
};
