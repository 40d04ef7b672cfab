import { dashboardRoutes } from '#lib/domain/dashboards/dashboard.routes.ts';
import { dashboardService } from '#lib/domain/dashboards/dashboard.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { awsFindings } from '../deps/aws-findings.ts';
import { db } from '../deps/database.ts';
import { files } from '../deps/files.ts';
import { clock, log } from '../deps/process.ts';

const service = dashboardService({ db, clock, files, log, awsFindings });

export const handler = apiHandler(dashboardRoutes, service, api);
