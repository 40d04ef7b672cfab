import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { executionService } from '#lib/domain/executions/execution.service.ts';
import { type ApiHandler, apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

const serve = apiHandler(executionRoutes, executionService(deps), deps);

export const handler: ApiHandler = (event, context) => {
  deps.calledSite.url = event.stageVariables?.siteUrl ?? '';
  return serve(event, context);
};
