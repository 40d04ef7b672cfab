import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import { apiHandler, knowingSite } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = knowingSite(
  deps.calledSite,
  apiHandler(executionRoutes, executionService(deps), deps),
);
