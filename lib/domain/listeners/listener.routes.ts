import * as z from 'zod';
import { pageQuery, searchText, wholeNumber } from '#lib/kernel/page.ts';
import { limits } from '#lib/kernel/limits.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  listenerChange,
  listenerPage,
  listenerView,
  listenerWithSecret,
  newListener,
  type PreviousSecret,
  previousSecret,
  webhookSource,
} from './listener.schema.ts';
import { refusedCallList } from './refused-call.schema.ts';
import { handling, listenerEventPage, listenerEventView } from './listener-event.schema.ts';

const listenerParams = { listener_id: z.string().max(60) };

/** The audit trail shows neither what the webhook's callers send nor their secret. */
const auditSettings = {
  shownBy: 'getListener',
  skip: ['webhook_url', 'learned_fields', 'learned_paths', 'last_called_at'],
} as const;

/** What the audit trail records about a rotation. */
const rotationAudit = (input: { previous_secret: PreviousSecret }): Record<string, string> => ({
  'Old secret': input.previous_secret === 'ends_now' ? 'Ended at once' : 'Ends in 24 hours',
});

/** Calls of the listeners area. */
export const listenerRoutes = defineRoutes({
  listListeners: {
    method: 'GET',
    path: 'listeners',
    permission: 'read_listener',
    resource: 'listener',
    input: z.strictObject({
      ...pageQuery(limits.listenerPageSize),
      listenerType: z.literal('webhook').optional(),
      webhook_source_integration_type: webhookSource.optional(),
      regex: searchText.optional(),
    }),
    output: listenerPage,
    audit: 'List listeners',
  },
  getListener: {
    method: 'GET',
    path: 'listeners/{listener_id}',
    permission: 'read_listener',
    resource: 'listener',
    input: z.strictObject(listenerParams),
    output: listenerView,
    audit: 'Read a listener',
  },
  createListener: {
    method: 'POST',
    path: 'listeners',
    permission: 'create_listener',
    resource: 'listener',
    input: newListener,
    output: listenerWithSecret,
    changes: auditSettings,
    audit: 'Create a listener',
    status: 201,
  },
  updateListener: {
    method: 'PUT',
    path: 'listeners/{listener_id}',
    permission: 'update_listener',
    resource: 'listener',
    input: listenerChange.extend(listenerParams),
    output: listenerView,
    changes: auditSettings,
    audit: 'Update a listener',
  },
  /**
   * With `ends_now` all older secrets become invalid. With `ends_in_24_hours` the current secret
   * stays valid beside the new one; rejected with 409 while an even older one is still valid.
   */
  rotateListenerSecret: {
    method: 'POST',
    path: 'listeners/{listener_id}/rotate_secret',
    permission: 'update_listener',
    resource: 'listener',
    input: z.strictObject({
      ...listenerParams,
      previous_secret: previousSecret.default('ends_in_24_hours'),
    }),
    output: listenerWithSecret,
    changes: auditSettings,
    audit: "Replace a listener's secret",
    evidence: rotationAudit,
  },
  endPreviousSecret: {
    method: 'POST',
    path: 'listeners/{listener_id}/end_previous_secret',
    permission: 'update_listener',
    resource: 'listener',
    input: z.strictObject(listenerParams),
    output: listenerView,
    changes: auditSettings,
    audit: 'End the old secret of a listener',
  },
  deleteListener: {
    method: 'DELETE',
    path: 'listeners/{listener_id}',
    permission: 'delete_listener',
    resource: 'listener',
    input: z.strictObject(listenerParams),
    output: z.object({}),
    changes: auditSettings,
    audit: 'Delete a listener',
  },
  listListenerEvents: {
    method: 'GET',
    path: 'listeners/{listener_id}/events',
    permission: 'read_listener',
    resource: 'listener',
    input: z.strictObject({
      ...listenerParams,
      ...pageQuery(),
      /** The event filter as JSON text; its shape is `eventFilter`. */
      query: z.string().max(5000).optional(),
      /** Only events with this outcome. */
      handling: handling.optional(),
    }),
    output: listenerEventPage,
    audit: "List a listener's events",
  },
  getListenerEvent: {
    method: 'GET',
    path: 'listeners/{listener_id}/events/{event_id}',
    permission: 'read_listener',
    resource: 'listener',
    input: z.strictObject({
      ...listenerParams,
      event_id: z.string().max(80),
      /** The part of a payload that is returned in parts; the first one is number 0. */
      part: wholeNumber(0, 99).optional(),
    }),
    output: listenerEventView,
    audit: "Read a listener's event",
  },
  /** Lists the rejected calls of the last seven days. Of a flood not all calls may be counted. */
  listRefusedCalls: {
    method: 'GET',
    path: 'listeners/{listener_id}/refused_calls',
    permission: 'read_listener',
    resource: 'listener',
    input: z.strictObject(listenerParams),
    output: refusedCallList,
    audit: "List a listener's refused calls",
  },
  /**
   * Handles an event again that was parked, that some bots dropped, or that no bot waited for, like
   * a new one: it starts the published version of each enabled bot that waits for the listener,
   * except those that the event has started before.
   */
  replayListenerEvent: {
    method: 'POST',
    path: 'listeners/{listener_id}/events/{event_id}/replay',
    permission: 'update_listener',
    resource: 'listener',
    input: z.strictObject({ ...listenerParams, event_id: z.string().max(80) }),
    output: listenerEventView,
    audit: 'Replay an event',
  },
  /**
   * Replays parked events, the oldest first, as `replayListenerEvent` does with one. Each call
   * takes a limited number; pass the returned `after` to continue behind the last of them, so that
   * an event that is parked again is not taken twice.
   */
  replayParkedEvents: {
    method: 'POST',
    path: 'listeners/{listener_id}/replay_parked',
    permission: 'update_listener',
    resource: 'listener',
    input: z.strictObject({ ...listenerParams, after: z.string().max(80).optional() }),
    output: z.object({ replayed: z.number().int(), after: z.string().optional() }),
    audit: 'Replay the parked events of a listener',
  },
});
