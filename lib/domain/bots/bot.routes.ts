import * as z from 'zod';
import { fileKinds } from '#lib/kernel/file-kinds.ts';
import { limits } from '#lib/kernel/limits.ts';
import { pageQuery, searchText, wholeNumber } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  botChange,
  botPage,
  botStatuses,
  botSummary,
  botView,
  categories,
  importances,
  newBot,
  openRuns,
} from './bot.schema.ts';
import { runCosts } from './cost.schema.ts';
import { botSorts } from './bot-order.schema.ts';
import { botUse, editingInfo, windowId } from './editor.schema.ts';
import { exportedBot, importedBot } from './bot-file.schema.ts';
import { versionPage } from './version.schema.ts';
import { triggerTypes } from './nodes/start.schema.ts';

const botIdInput = { bot_id: z.string().max(60) };

/** Only coarse length limits: the service checks the values and explains what is wrong. */
const timetable = {
  cron_expression: z.string().max(1000).optional(),
  /** Defaults to UTC. */
  tz_info: z.string().max(100).optional(),
};

const filters = {
  status: z.enum(botStatuses).optional(),
  category: z.enum(categories).optional(),
  importance: z.enum(importances).optional(),
  event: z.enum(triggerTypes).optional(),
  listener_id: z.string().max(60).optional(),
  integration_type: z.string().max(40).optional(),
  integration_id: z.string().max(60).optional(),
  service_portal_published: z.enum(['true', 'false']).optional(),
  regex: searchText.optional(),
};

/** Audit records leave out the graph: versions show how it changed. */
const auditSettings = {
  shownBy: 'getBot',
  hide: ['graph'],
  skip: [
    'problems',
    'warnings',
    'aws_rights',
    'aws_rights_now',
    'outside_calls',
    'last_tick',
    'run_at',
  ],
} as const;

/** Calls of the bots area. */
export const botRoutes = defineRoutes({
  listBots: {
    method: 'GET',
    path: 'bots',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject({
      ...pageQuery(),
      ...filters,
      /** By default, and among equals, newest first. */
      sort: z.enum(botSorts).optional(),
    }),
    output: botPage,
    audit: 'List bots',
  },
  countBots: {
    method: 'GET',
    path: 'bots/count',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject(filters),
    output: z.object({ count: z.number() }),
    audit: 'Count bots',
  },
  previewSchedule: {
    method: 'GET',
    path: 'bots/schedule_preview',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject(timetable),
    /** The next five runs, as ISO times. */
    output: z.object({ next_runs: z.array(z.string()) }),
    audit: 'Preview the runs of a schedule',
  },
  getBot: {
    method: 'GET',
    path: 'bots/{bot_id}',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject({ ...botIdInput, version: wholeNumber(1, 1e9).optional() }),
    output: botView,
    audit: 'Read a bot',
  },
  getBotCost: {
    method: 'GET',
    path: 'bots/{bot_id}/cost',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject(botIdInput),
    output: runCosts,
    audit: 'Read the cost of the last runs of a bot',
  },
  listBotVersions: {
    method: 'GET',
    path: 'bots/{bot_id}/versions',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject({ ...pageQuery(), ...botIdInput }),
    output: versionPage,
    audit: 'List the versions of a bot',
  },
  restoreBotVersion: {
    method: 'POST',
    path: 'bots/{bot_id}/restore',
    permission: 'update_bot',
    resource: 'bot',
    input: z.strictObject({
      ...botIdInput,
      version: z.number().int().min(1),
      /** The draft version last seen: the call is rejected (409) if somebody has saved since. */
      base_version: z.number().int().min(1),
    }),
    output: botView,
    changes: auditSettings,
    audit: 'Restore a version of a bot as its draft',
  },
  exportBot: {
    method: 'GET',
    path: 'bots/{bot_id}/export',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject({
      ...botIdInput,
      version: wholeNumber(1, 1e9).optional(),
      kind: z.enum(fileKinds).default('yaml'),
      /** Whether to include pinned data, which may contain data about accounts and people. */
      pins: z.enum(['true', 'false']).default('false'),
    }),
    output: exportedBot,
    audit: 'Export a bot as a file',
  },
  importBot: {
    method: 'POST',
    path: 'bots/import',
    permission: 'create_bot',
    resource: 'bot',
    reads: true,
    input: z.strictObject({ text: z.string().max(limits.apiBody) }),
    output: importedBot,
    audit: 'Read a bot from a file',
  },
  createBot: {
    method: 'POST',
    path: 'bots',
    permission: 'create_bot',
    resource: 'bot',
    input: newBot,
    output: botView,
    changes: auditSettings,
    audit: 'Create a bot',
    status: 201,
  },
  updateBot: {
    method: 'PUT',
    path: 'bots/{bot_id}',
    permission: 'update_bot',
    resource: 'bot',
    input: botChange.extend(botIdInput),
    output: botView,
    changes: auditSettings,
    audit: 'Save a new version of a bot',
  },
  getBotUse: {
    method: 'GET',
    path: 'bots/{bot_id}/use',
    permission: 'read_bot',
    resource: 'bot',
    input: z.strictObject(botIdInput),
    output: botUse,
    audit: 'Read who and what uses a bot now',
  },
  joinBotEditors: {
    method: 'POST',
    path: 'bots/{bot_id}/editors',
    permission: 'read_bot',
    resource: 'bot',
    reads: true,
    /** Sent every 20 s by each window. A user who may not save only receives the others. */
    input: z.strictObject({
      ...botIdInput,
      window_id: windowId,
      /** Whether the window has unsaved changes. */
      unsaved: z.boolean().default(false),
      /** The version being edited; the response contains a newer draft if there is one. */
      base_version: z.number().int().min(1).optional(),
      /** The window has closed the bot. */
      left: z.boolean().default(false),
    }),
    output: editingInfo,
    audit: 'Read who has a bot open',
  },
  publishBot: {
    method: 'POST',
    path: 'bots/{bot_id}/publish',
    permission: 'update_bot',
    resource: 'bot',
    input: z.strictObject({
      ...botIdInput,
      version: z.number().int().min(1),
      /** Whether to enable the bot; by default a bot that was switched off stays disabled. */
      enable: z.boolean().optional(),
    }),
    output: botView,
    changes: auditSettings,
    audit: 'Publish a version of a bot',
  },
  setBotStatus: {
    method: 'PATCH',
    path: 'bots/{bot_id}/status',
    permission: 'update_bot',
    resource: 'bot',
    input: z.strictObject({ ...botIdInput, status: z.enum(botStatuses), ...timetable }),
    output: botSummary.extend(openRuns.shape),
    changes: auditSettings,
    audit: 'Enable or disable a bot',
  },
  setServicePortal: {
    method: 'PATCH',
    path: 'bots/{bot_id}/service_portal',
    permission: 'update_bot',
    resource: 'bot',
    input: z.strictObject({ ...botIdInput, service_portal_published: z.boolean() }),
    output: botSummary,
    changes: auditSettings,
    audit: 'Publish a bot to the service portal or remove it',
  },
  deleteBot: {
    method: 'DELETE',
    path: 'bots/{bot_id}',
    permission: 'delete_bot',
    resource: 'bot',
    input: z.strictObject(botIdInput),
    output: openRuns,
    changes: auditSettings,
    audit: 'Delete a bot',
  },
});
