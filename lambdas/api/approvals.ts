import { approvalRoutes } from '#lib/domain/approvals/approval.routes.ts';
import { approvalService } from '#lib/domain/approvals/approval.service.ts';
import { apiHandler } from '../api-handler.ts';
import { api } from '../deps/api.ts';
import { bus } from '../deps/bus.ts';
import { db } from '../deps/database.ts';
import { clock } from '../deps/process.ts';
import { realtime } from '../deps/realtime.ts';

const service = approvalService({ db, clock, bus, realtime });

export const handler = apiHandler(approvalRoutes, service, api);
