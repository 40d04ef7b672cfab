import { attemptTable } from './domain/account/attempt.table.ts';
import { actionTable, actionVersionTable } from './domain/actions/own-action.table.ts';
import { agentTable } from './domain/agents/agent.table.ts';
import { agentJobTable, agentNonceTable } from './domain/agents/jobs/job.table.ts';
import { apiKeyTable } from './domain/api-keys/api-key.table.ts';
import { approvalCountTable, approvalTable } from './domain/approvals/approval.table.ts';
import { auditTable } from './domain/audit/audit.table.ts';
import { botTable, botVersionTable } from './domain/bots/bot.table.ts';
import { botEditorTable } from './domain/bots/editor.table.ts';
import {
  executionTable,
  laneTable,
  nodeCacheTable,
  runStatisticsTable,
} from './domain/executions/execution.table.ts';
import {
  complianceDayTable,
  evaluationTable,
} from './domain/compliance/evaluations/evaluation.table.ts';
import { exceptionTable } from './domain/compliance/exceptions/exception.table.ts';
import { ownRuleTable } from './domain/compliance/own/own-rule.table.ts';
import { chatMessageTable, chatThreadTable } from './domain/chat/thread.table.ts';
import { dashboardTable } from './domain/dashboards/dashboard.table.ts';
import { awsSetupTable } from './domain/integrations/aws/setup.table.ts';
import { inventoryDayTable } from './domain/inventory/history/inventory-day.table.ts';
import { scanTable } from './domain/inventory/scans/scan.table.ts';
import { scanScheduleTable } from './domain/inventory/schedules/scan-schedule.table.ts';
import { savedSearchTable } from './domain/inventory/searches/saved-search.table.ts';
import { snapshotTable } from './domain/inventory/snapshots/snapshot.table.ts';
import { integrationTable } from './domain/integrations/integration.table.ts';
import { pauseTable } from './domain/pauses/pause.table.ts';
import { runSlotTable } from './domain/executions/slots/slot.table.ts';
import { deliveryTable } from './domain/listeners/delivery.table.ts';
import { listenerEventTable } from './domain/listeners/listener-event.table.ts';
import { listenerTable } from './domain/listeners/listener.table.ts';
import { refusedCallTable } from './domain/listeners/refused-call.table.ts';
import { notificationReadTable } from './domain/notifications/notification.table.ts';
import { organisationTable } from './domain/organisations/organisation.table.ts';
import { roleTable } from './domain/roles/role.table.ts';
import { subscriptionTable } from './domain/subscriptions/subscription.table.ts';
import { userInputTable } from './domain/user-inputs/user-input.table.ts';
import { userTable } from './domain/users/user.table.ts';
import { connectionTable, ticketTable } from './domain/ws/ticket.table.ts';
import type { TableSpec } from './kernel/table.ts';

/** Every table of the product; the stack, the embedded database and tests are derived from it. */
export const tables: readonly TableSpec[] = [
  organisationTable,
  userTable,
  apiKeyTable,
  attemptTable,
  roleTable,
  auditTable,
  subscriptionTable,
  listenerTable,
  listenerEventTable,
  deliveryTable,
  refusedCallTable,
  botTable,
  botVersionTable,
  botEditorTable,
  executionTable,
  laneTable,
  nodeCacheTable,
  pauseTable,
  runSlotTable,
  runStatisticsTable,
  approvalTable,
  approvalCountTable,
  userInputTable,
  chatThreadTable,
  chatMessageTable,
  notificationReadTable,
  integrationTable,
  awsSetupTable,
  actionTable,
  actionVersionTable,
  agentTable,
  agentJobTable,
  agentNonceTable,
  scanTable,
  snapshotTable,
  inventoryDayTable,
  scanScheduleTable,
  savedSearchTable,
  evaluationTable,
  complianceDayTable,
  exceptionTable,
  ownRuleTable,
  dashboardTable,
  ticketTable,
  connectionTable,
];
