import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(executionRoutes, executionService(deps), deps);
