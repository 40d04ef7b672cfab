import { approvalRoutes } from '#lib/domain/approvals/approval.routes.ts';
import { approvalService } from '#lib/domain/approvals/approval.service.ts';
import { apiHandler } from '../api-handler.ts';
import { deps } from '../deps.ts';

export const handler = apiHandler(approvalRoutes, approvalService(deps), deps);
