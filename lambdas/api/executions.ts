import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import { apiHandler, withSiteUrl } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { siteOfCall } from '../deps/site-of-call.ts';
import { db } from '../deps/database.ts';
import { check, evaluateKey, runProgress } from '../deps/engine.ts';
import { files } from '../deps/files.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';
import { testNode } from '../deps/test-node.ts';

const service = executionService({
  db,
  clock,
  files,
  bus,
  realtime,
  runner,
  check,
  evaluateKey,
  standing: runProgress,
  testNode,
});

export const handler = withSiteUrl(siteOfCall, apiHandler(executionRoutes, service, api));
