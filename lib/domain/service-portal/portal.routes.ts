import * as z from 'zod';
import { emailAddress } from '#lib/kernel/email.ts';
import { commaList, pageQuery, searchText } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import { executionState } from '../executions/execution.schema.ts';
import { appRunSorts } from '../executions/history/history.schema.ts';
import { standing } from '../executions/outcome/standing.schema.ts';
import { portalChatRoutes } from './portal-chat.routes.ts';
import {
  appFilter,
  portalAppPage,
  portalAppView,
  portalRun,
  portalRunPage,
} from './portal.schema.ts';

const app = { app_id: z.string().max(60) };
const run = { bot_exc_id: z.string().max(80) };

/**
 * Calls of the service portal: users start bots that were published to it, and follow their own
 * runs. They need no rights on bots or on other users' runs.
 */
export const portalRoutes = defineRoutes({
  ...portalChatRoutes,
  listPortalApps: {
    method: 'GET',
    path: 'service_portal/apps',
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: appFilter.extend(pageQuery()),
    output: portalAppPage,
    audit: 'List apps of the service portal',
  },
  getPortalApp: {
    method: 'GET',
    path: 'service_portal/apps/{app_id}',
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject(app),
    output: portalAppView,
    audit: 'Read an app of the service portal',
  },
  startPortalApp: {
    method: 'POST',
    path: 'service_portal/apps/{app_id}/start',
    permission: 'create_service_portal_run',
    resource: 'service_portal',
    input: z.strictObject(app),
    output: portalRun,
    audit: 'Start an app of the service portal',
    status: 201,
  },
  listPortalRuns: {
    method: 'GET',
    path: 'bot_executions/service_portal_requests',
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject({
      ...pageQuery(),
      bot_name: searchText.optional(),
      app_id: app.app_id.optional(),
      state: commaList(executionState).optional(),
      /** Any of these standings, as displayed: a run's decision takes precedence over its state. */
      standing: commaList(standing).optional(),
      /** Only ROOT gets results for another user. */
      bot_caller: emailAddress.optional(),
      /** By default by the last update, the latest first. */
      sort: z.enum(appRunSorts).optional(),
    }),
    output: portalRunPage,
    audit: 'List own runs of apps',
  },
  getPortalRun: {
    method: 'GET',
    path: 'service_portal/runs/{bot_exc_id}',
    permission: 'read_service_portal',
    resource: 'service_portal',
    input: z.strictObject(run),
    output: portalRun,
    audit: "Read one's own run of an app",
  },
  abortPortalRun: {
    method: 'POST',
    path: 'service_portal/runs/{bot_exc_id}/abort',
    permission: 'update_service_portal_run',
    resource: 'service_portal',
    input: z.strictObject(run),
    output: portalRun,
    audit: "Abort one's own run of an app",
  },
  restartPortalRun: {
    method: 'POST',
    path: 'service_portal/runs/{bot_exc_id}/restart',
    permission: 'create_service_portal_run',
    resource: 'service_portal',
    input: z.strictObject(run),
    output: portalRun,
    audit: "Abort one's own run and restart its app without cached results",
    status: 201,
  },
});
