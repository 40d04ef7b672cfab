import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { refusalOf } from '../../account/permission.rules.ts';
import type { EventRef } from '../execution.schema.ts';
import { type PayloadDeps, readPayload } from './payload.service.ts';

/**
 * The payload of a listener event, for a user who tries a bot with it. Throws a refusal if the
 * caller may not read the event, and 404 if it is not kept (any more).
 */
export const readChosenEvent = async (
  deps: PayloadDeps,
  caller: Caller,
  event: EventRef,
): Promise<unknown> => {
  const refusal = refusalOf(caller, guards.getListenerEvent);
  if (refusal) throw refusal;
  const { tenant_id } = caller;
  const trigger = { type: 'event' as const, ...event };
  const payload = await readPayload(deps, { tenant_id, trigger });
  if (!payload) throw notFound('event');
  return payload.value;
};
