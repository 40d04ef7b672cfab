import { dashboardRoutes } from '#lib/domain/dashboards/dashboard.routes.ts';
import { client } from './client.ts';

export const dashboards = client(dashboardRoutes);
