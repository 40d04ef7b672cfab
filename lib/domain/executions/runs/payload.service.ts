import type { Database } from '#lib/kernel/database.ts';
import { parseFaithfully } from '#lib/kernel/json.ts';
import type { Files } from '#lib/ports/files.ts';
import { readFindingEvent } from '../../compliance/findings/findings.service.ts';
import { listenerEventStore } from '../../listeners/listener-event.store.ts';
import { eventOf } from '../execution.rules.ts';
import type { EventPlace, Execution } from '../execution.schema.ts';

export type PayloadDeps = { db: Database; files: Files };

type Started = Pick<Execution, 'tenant_id' | 'trigger'> & Partial<Pick<Execution, 'input'>>;

/** What a listener received, as text. */
const receivedText = async (
  { db, files }: PayloadDeps,
  tenant_id: string,
  place: EventPlace,
): Promise<string | undefined> => {
  const events = listenerEventStore(db, tenant_id, place.listener_id);
  const { body, body_ref } = (await events.bodyOf(place.event_id)) ?? {};
  return body_ref === undefined ? body : files.get(body_ref);
};

/**
 * What expressions of a run read as `$event`; undefined where its event is no longer kept. An id
 * that no number keeps is the text that was sent, as in answers: a bot would act on a neighbour.
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
      : event && (await receivedText(deps, tenant_id, event));
  return text === undefined ? undefined : { value: parseFaithfully(text) };
};
