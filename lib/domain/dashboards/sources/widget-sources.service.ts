import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../../account/permission.rules.ts';
import { agentStore } from '../../agents/agent.store.ts';
import type { Agent } from '../../agents/agent.schema.ts';
import { approvalCountStore, maxPendingCounted } from '../../approvals/approval-count.store.ts';
import { maySee } from '../../approvals/approval.rules.ts';
import { oldestPendingApprovals } from '../../approvals/approval.store.ts';
import { botStore } from '../../bots/bot.store.ts';
import { type InventoryType, inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';
import { pendingInputs } from '../../user-inputs/user-input.store.ts';
import type { CommonTemplate, WidgetTemplate } from '../widgets/catalogue.schema.ts';
import type { WidgetData } from '../widgets/data.schema.ts';
import { agentsHealth } from './agent-widgets.rules.ts';
import type { FindingService } from './aws-findings.schema.ts';
import { findingsBySeverity } from './aws-widgets.rules.ts';
import {
  benchmarkHeatmap,
  benchmarkTable,
  complianceHistory,
  criticalityParts,
} from './compliance-widgets.rules.ts';
import {
  inventoryHistory,
  inventoryTotals,
  type TagFilter,
  topResources,
} from './inventory-widgets.rules.ts';
import {
  approvalRowOf,
  approvalsByStatus,
  inputRowOf,
  maxWaitingRows,
  waitingForPeople,
} from './people-widgets.rules.ts';
import type { WidgetReads } from './widget-reads.service.ts';
import {
  failingBots,
  maxFailingBots,
  runCosts,
  runHistory,
  runsByCategory,
  runsByImportance,
  runsByOutcome,
  runsByType,
  timeSaved,
} from './run-widgets.rules.ts';

/** Makes a widget's data from what was read. */
type Source = (reads: WidgetReads) => Promise<WidgetData>;

const runSource =
  (make: typeof runHistory): Source =>
  async ({ runs, buckets }) =>
    make((await runs()).hours, buckets);

const failingBotsSource: Source = async ({ runs, deps, caller, buckets }) => {
  const { failed } = await runs();
  const topFailing = [...failed].sort(([, a], [, b]) => b - a).slice(0, maxFailingBots);
  const bots = botStore(deps.db, caller.tenant_id);
  const botRows = topFailing.map(async ([bot_id, count]) => {
    const bot = await bots.get(bot_id);
    return { bot_id, name: bot?.name, failed: count };
  });
  return failingBots(await Promise.all(botRows), buckets);
};

/** How many approvals are examined for those that the caller may see, which bounds the cost. */
const maxApprovalsExamined = 200;

const mayReadApprovals = (caller: Caller): boolean => decide(caller, guards.listApprovals).allowed;

/** Whether the caller may see an approval that names nobody, and so every approval. */
const seesAllApprovals = (caller: Caller): boolean =>
  maySee({ approvers: [], requested_by: [] }, caller);

/** The pending approvals that the caller may see, the oldest first. */
const waitingApprovals = async ({ deps: { db }, caller }: WidgetReads) => {
  const { tenant_id } = caller;
  if (!mayReadApprovals(caller)) return { oldest: [], count: 0, isMore: false };
  if (seesAllApprovals(caller)) {
    const [oldest, count] = await Promise.all([
      oldestPendingApprovals(db, tenant_id, maxWaitingRows),
      approvalCountStore(db, tenant_id).pending(),
    ]);
    return { oldest, count, isMore: count === maxPendingCounted };
  }
  const examined = await oldestPendingApprovals(db, tenant_id, maxApprovalsExamined);
  const visible = examined.filter((one) => maySee(one, caller));
  return {
    oldest: visible,
    count: visible.length,
    isMore: examined.length === maxApprovalsExamined,
  };
};

/** Includes pending forms for callers who may read them. */
const waitingSource: Source = async (reads) => {
  const { deps, caller } = reads;
  const mayReadForms = decide(caller, guards.listUserInputs).allowed;
  const limits = { maxShown: maxWaitingRows, maxCount: maxPendingCounted };
  const [approvals, forms] = await Promise.all([
    waitingApprovals(reads),
    mayReadForms ? pendingInputs(deps.db, caller.tenant_id, limits) : undefined,
  ]);
  const all = [...approvals.oldest.map(approvalRowOf), ...(forms?.oldest ?? []).map(inputRowOf)];
  const isMore = approvals.isMore || forms?.count === maxPendingCounted;
  return waitingForPeople(all, { count: approvals.count + (forms?.count ?? 0), isMore });
};

const inventorySource =
  (filter: TagFilter): Source =>
  async ({ snapshots }) =>
    topResources(await snapshots(), filter);

/** If an account could not be queried, that is noted beside the numbers of the others. */
const awsSource =
  (service: FindingService): Source =>
  async ({ integrations, deps }) => {
    // Sample accounts connect to no cloud.
    const accounts = [...(await integrations()).values()].filter(
      ({ cspName, sample }) => cspName === 'aws' && sample === undefined,
    );
    const accountQueries = accounts.map(async (one) => ({
      alias: one.alias,
      findings: await deps.awsFindings(one, service),
    }));
    return findingsBySeverity(await Promise.all(accountQueries));
  };

const commonSources: Record<CommonTemplate, Source> = {
  run_history: runSource(runHistory),
  runs_by_category: runSource(runsByCategory),
  runs_by_type: runSource(runsByType),
  runs_by_importance: runSource(runsByImportance),
  runs_by_outcome: async ({ runs, openRuns, buckets }) => {
    const [{ hours }, openCounts] = await Promise.all([runs(), openRuns()]);
    return runsByOutcome(hours, buckets, openCounts);
  },
  run_costs: runSource(runCosts),
  time_saved: runSource(timeSaved),
  failing_bots: failingBotsSource,
  approvals_by_status: async ({ deps, caller }) => {
    const counts = await approvalCountStore(deps.db, caller.tenant_id).all();
    return approvalsByStatus(counts, {
      maxPending: maxPendingCounted,
      seesAll: seesAllApprovals(caller),
    });
  },
  waiting_for_people: waitingSource,
  inventory_totals: async ({ snapshots }) => inventoryTotals(await snapshots()),
  top_resources: inventorySource('all'),
  top_resources_with_tag: inventorySource('with_tag'),
  top_resources_without_tag: inventorySource('without_tag'),
  inventory_history: async ({ inventoryDays, buckets }) =>
    inventoryHistory(await inventoryDays(), buckets),
  compliance_heatmap: async ({ evaluations, rules }) =>
    benchmarkHeatmap(await readEvaluations(evaluations), await rules()),
  compliance_history: async ({ complianceDays, buckets }) =>
    complianceHistory(await complianceDays(), buckets),
  guardduty_severities: awsSource('guardduty'),
  security_hub_severities: awsSource('securityhub'),
  agents_health: async ({ deps, caller }) => {
    const agents: Agent[] = [];
    for await (const one of agentStore(deps.db, caller.tenant_id).all()) agents.push(one);
    return agentsHealth(agents, deps.clock());
  },
};

const readEvaluations = async (evaluations: WidgetReads['evaluations']) =>
  (await evaluations()).map(({ evaluation }) => evaluation);

const cloudSources = (type: InventoryType): [string, Source][] => [
  [
    `compliance_criticality_${type}`,
    async ({ evaluations, rules }) =>
      criticalityParts(await readEvaluations(evaluations), await rules(), type),
  ],
  [
    `compliance_benchmarks_${type}`,
    async ({ evaluations, rules }) =>
      benchmarkTable(await readEvaluations(evaluations), await rules(), type),
  ],
  [
    `compliance_history_${type}`,
    async ({ complianceDays, buckets }) => complianceHistory(await complianceDays(), buckets, type),
  ],
];

/** The source of each widget's data; a test compares these with the catalogue. */
export const widgetSources = {
  ...commonSources,
  ...Object.fromEntries(inventoryTypes.flatMap(cloudSources)),
} as Readonly<Record<WidgetTemplate, Source>>;
