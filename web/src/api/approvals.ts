import { approvalRoutes } from '#lib/domain/approvals/approval.routes.ts';
import { client } from './client.ts';

export const approvals = client(approvalRoutes);
