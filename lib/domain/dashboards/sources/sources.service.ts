import type { Caller } from '#lib/kernel/caller.ts';
import { guards } from '#lib/kernel/guards.ts';
import { decide } from '../../account/permission.rules.ts';
import { agentStore } from '../../agents/agent.store.ts';
import type { Agent } from '../../agents/agent.schema.ts';
import { approvalCountStore, mostPending } from '../../approvals/approval-count.store.ts';
import { maySee } from '../../approvals/approval.rules.ts';
import { oldestApprovals } from '../../approvals/approval.store.ts';
import { botStore } from '../../bots/bot.store.ts';
import { type InventoryType, inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';
import { pendingInputs } from '../../user-inputs/user-input.store.ts';
import type { CommonTemplate, Template } from '../widgets/catalogue.schema.ts';
import type { WidgetData } from '../widgets/data.schema.ts';
import { agentsHealth } from './agent-widgets.rules.ts';
import type { FindingService } from './aws-findings.schema.ts';
import { bySeverity } from './aws-widgets.rules.ts';
import {
  benchmarkHeatmap,
  benchmarks,
  complianceHistory,
  criticalities,
} from './compliance-widgets.rules.ts';
import {
  inventoryHistory,
  inventoryTotals,
  type TagFilter,
  topResources,
} from './inventory-widgets.rules.ts';
import {
  approvalsByStatus,
  mostWaiting,
  waitingApproval,
  waitingForPeople,
  waitingInput,
} from './people-widgets.rules.ts';
import type { Reads } from './reads.service.ts';
import {
  failingBots,
  mostFailing,
  runCosts,
  runHistory,
  runsByCategory,
  runsByImportance,
  runsByOutcome,
  runsByType,
  timeSaved,
} from './run-widgets.rules.ts';

/** Makes a widget's data from what was read. */
type Source = (reads: Reads) => Promise<WidgetData>;

const ofRuns =
  (make: typeof runHistory): Source =>
  async ({ runs, buckets }) =>
    make((await runs()).hours, buckets);

const failing: Source = async ({ runs, deps, caller, buckets }) => {
  const { failed } = await runs();
  const most = [...failed].sort(([, a], [, b]) => b - a).slice(0, mostFailing);
  const bots = botStore(deps.db, caller.tenant_id);
  const named = most.map(async ([bot_id, count]) => {
    const bot = await bots.get(bot_id);
    return { bot_id, name: bot?.name, failed: count };
  });
  return failingBots(await Promise.all(named), buckets);
};

/** How many approvals are examined for those that the caller may see, which bounds the cost. */
const mostLookedAt = 200;

const mayReadApprovals = (caller: Caller): boolean =>
  decide(caller, guards.listApprovals).allowed;

/** Whether the caller may see an approval that names nobody, and so every approval. */
const seesAllApprovals = (caller: Caller): boolean =>
  maySee({ approvers: [], requested_by: [] }, caller);

/** The pending approvals that the caller may see, the oldest first. */
const waitingApprovals = async ({ deps: { db }, caller }: Reads) => {
  const { tenant_id } = caller;
  if (!mayReadApprovals(caller)) return { oldest: [], count: 0, isMore: false };
  if (seesAllApprovals(caller)) {
    const [oldest, count] = await Promise.all([
      oldestApprovals(db, tenant_id, mostWaiting),
      approvalCountStore(db, tenant_id).pending(),
    ]);
    return { oldest, count, isMore: count === mostPending };
  }
  const looked = await oldestApprovals(db, tenant_id, mostLookedAt);
  const seen = looked.filter((one) => maySee(one, caller));
  return { oldest: seen, count: seen.length, isMore: looked.length === mostLookedAt };
};

/** Includes pending forms for callers who may read them. */
const waiting: Source = async (reads) => {
  const { deps, caller } = reads;
  const mayReadForms = decide(caller, guards.listUserInputs).allowed;
  const most = { shown: mostWaiting, most: mostPending };
  const [approvals, forms] = await Promise.all([
    waitingApprovals(reads),
    mayReadForms ? pendingInputs(deps.db, caller.tenant_id, most) : undefined,
  ]);
  const all = [
    ...approvals.oldest.map(waitingApproval),
    ...(forms?.oldest ?? []).map(waitingInput),
  ];
  const isMore = approvals.isMore || forms?.count === mostPending;
  return waitingForPeople(all, { count: approvals.count + (forms?.count ?? 0), isMore });
};

const ofInventory =
  (filter: TagFilter): Source =>
  async ({ snapshots }) =>
    topResources(await snapshots(), filter);

/** If an account could not be queried, that is noted beside the numbers of the others. */
const ofAws =
  (service: FindingService): Source =>
  async ({ integrations, deps }) => {
    // Sample accounts connect to no cloud.
    const accounts = [...(await integrations()).values()].filter(
      ({ cspName, sample }) => cspName === 'aws' && sample === undefined,
    );
    const asked = accounts.map(async (one) => ({
      alias: one.alias,
      findings: await deps.awsFindings(one, service),
    }));
    return bySeverity(await Promise.all(asked));
  };

const common: Record<CommonTemplate, Source> = {
  run_history: ofRuns(runHistory),
  runs_by_category: ofRuns(runsByCategory),
  runs_by_type: ofRuns(runsByType),
  runs_by_importance: ofRuns(runsByImportance),
  runs_by_outcome: async ({ runs, openRuns, buckets }) => {
    const [{ hours }, open] = await Promise.all([runs(), openRuns()]);
    return runsByOutcome(hours, buckets, open);
  },
  run_costs: ofRuns(runCosts),
  time_saved: ofRuns(timeSaved),
  failing_bots: failing,
  approvals_by_status: async ({ deps, caller }) => {
    const counts = await approvalCountStore(deps.db, caller.tenant_id).all();
    return approvalsByStatus(counts, { most: mostPending, seesAll: seesAllApprovals(caller) });
  },
  waiting_for_people: waiting,
  inventory_totals: async ({ snapshots }) => inventoryTotals(await snapshots()),
  top_resources: ofInventory('all'),
  top_resources_with_tag: ofInventory('with_tag'),
  top_resources_without_tag: ofInventory('without_tag'),
  inventory_history: async ({ inventoryDays, buckets }) =>
    inventoryHistory(await inventoryDays(), buckets),
  compliance_heatmap: async ({ evaluations, rules }) =>
    benchmarkHeatmap(await shownIn(evaluations), await rules()),
  compliance_history: async ({ complianceDays, buckets }) =>
    complianceHistory(await complianceDays(), buckets),
  guardduty_severities: ofAws('guardduty'),
  security_hub_severities: ofAws('securityhub'),
  agents_health: async ({ deps, caller }) => {
    const agents: Agent[] = [];
    for await (const one of agentStore(deps.db, caller.tenant_id).all()) agents.push(one);
    return agentsHealth(agents, deps.clock());
  },
};

const shownIn = async (evaluations: Reads['evaluations']) =>
  (await evaluations()).map(({ evaluation }) => evaluation);

const ofCloud = (type: InventoryType): [string, Source][] => [
  [
    `compliance_criticality_${type}`,
    async ({ evaluations, rules }) =>
      criticalities(await shownIn(evaluations), await rules(), type),
  ],
  [
    `compliance_benchmarks_${type}`,
    async ({ evaluations, rules }) => benchmarks(await shownIn(evaluations), await rules(), type),
  ],
  [
    `compliance_history_${type}`,
    async ({ complianceDays, buckets }) => complianceHistory(await complianceDays(), buckets, type),
  ],
];

/** The source of each widget's data; a test compares these with the catalogue. */
export const sources = {
  ...common,
  ...Object.fromEntries(inventoryTypes.flatMap(ofCloud)),
} as Readonly<Record<Template, Source>>;
