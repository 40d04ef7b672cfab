import { portalRoutes } from '#lib/domain/service-portal/portal.routes.ts';
import { portalService } from '#lib/domain/service-portal/portal.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { check, evaluateKey, runProgress } from '../deps/engine.ts';
import { files } from '../deps/files.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';
import { runner } from '../deps/runner.ts';

const service = portalService({
  db,
  clock,
  files,
  bus,
  realtime,
  runner,
  check,
  evaluateKey,
  standing: runProgress,
});

export const handler = apiHandler(portalRoutes, service, api);
