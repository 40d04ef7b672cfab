import { executionRoutes } from '#lib/domain/executions/execution.routes.ts';
import { client } from './client.ts';

export const executions = client(executionRoutes);
