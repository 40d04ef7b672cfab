import * as z from 'zod';
import { guards } from '#lib/kernel/guards.ts';
import type { Route } from '#lib/kernel/route.ts';
import { inventoryTypes } from '../../inventory/inventoried-clouds.schema.ts';

/** The right that a widget's numbers require: that of the lists which contain them. */
type Guard = Pick<Route, 'method' | 'permission' | 'resource' | 'reads'>;

/** The tags by which widgets are grouped where people choose them. */
export const widgetTags = ['Bots', 'People', 'Inventory', 'Compliance', 'AWS'] as const;
export type WidgetTag = (typeof widgetTags)[number];

type WidgetEntry = {
  title: string;
  tags: readonly WidgetTag[];
  /** One sentence about what the widget shows. */
  description: string;
  /** Whether it shows the time range chosen on the page. */
  timeSensitive: boolean;
  /** The time of its numbers, if it does not follow the range of the page. */
  asOf?: 'Now' | 'All time' | 'Last scans';
  guard: Guard;
  /** With this right a user may have the widget as well, limited to what they may see. */
  orGuard?: Guard;
  /** The text shown while the widget has no data. */
  empty: string;
  /** Whether it stays empty until a cloud account is connected. */
  needsCloud?: boolean;
  /** Its height, in rows of the board. */
  rows: 4 | 5;
  /** Set if cloud accounts are queried for it, which may take a while. */
  asksClouds?: true;
};

const noScanText = 'Nothing has been scanned yet. Connect a cloud account, or add sample accounts.';

const runDefaults = {
  tags: ['Bots'],
  empty: 'No bot run has finished in this time.',
  timeSensitive: true,
  guard: guards.listExecutions,
  rows: 4,
} as const;
const peopleDefaults = { tags: ['People'], timeSensitive: false, asOf: 'Now', rows: 4 } as const;
const scanDefaults = {
  guard: guards.queryInventory,
  rows: 4,
  empty: noScanText,
  needsCloud: true,
} as const;
const lastScanDefaults = { ...scanDefaults, timeSensitive: false, asOf: 'Last scans' } as const;
const overTimeDefaults = { ...scanDefaults, timeSensitive: true } as const;
const inventoryDefaults = { ...lastScanDefaults, tags: ['Inventory'] } as const;
const complianceDefaults = { ...lastScanDefaults, tags: ['Compliance'] } as const;
const awsDefaults = {
  asksClouds: true,
  empty: 'There are no open findings to show.',
  tags: ['AWS', 'Compliance'],
  timeSensitive: false,
  asOf: 'Now',
  guard: guards.listIntegrations,
  rows: 4,
} as const;

export const cloudNames = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'GCP',
  kubernetes: 'Kubernetes',
} as const satisfies Record<(typeof inventoryTypes)[number], string>;

const commonEntries = {
  run_history: {
    ...runDefaults,
    title: 'Bot runs',
    description: 'Finished runs, by result.',
  },
  runs_by_category: {
    ...runDefaults,
    title: 'Runs by category',
    description: 'Finished runs by the category of their bots.',
  },
  runs_by_type: {
    ...runDefaults,
    title: 'Runs by bot type',
    description: 'Finished runs by trigger: schedules, people or events.',
  },
  runs_by_importance: {
    ...runDefaults,
    title: 'Runs by importance',
    description: 'Finished runs by the importance of their bots.',
  },
  runs_by_outcome: {
    ...runDefaults,
    title: 'Runs by outcome',
    description: 'Finished runs by outcome, including approvals, and runs under way now.',
    empty: 'No bot run is under way, and none has finished in this time.',
  },
  failing_bots: {
    ...runDefaults,
    title: 'Failing bots',
    description: 'The bots with the most failed runs.',
    empty: 'No bot run has failed in this time.',
  },
  run_costs: {
    ...runDefaults,
    title: 'Cost of runs',
    description: 'Estimated cost of finished runs at AWS list prices, including their models.',
    empty: 'No finished run has cost anything in this time.',
  },
  time_saved: {
    ...runDefaults,
    title: 'Time saved',
    description: 'Minutes saved by successful runs, as set in each bot.',
    empty: 'No finished run has saved time in this period.',
  },
  approvals_by_status: {
    ...peopleDefaults,
    guard: guards.listApprovals,
    asOf: 'All time',
    title: 'Approvals by status',
    description: 'All approvals, by status.',
    empty: 'No approval has been requested yet.',
  },
  waiting_for_people: {
    ...peopleDefaults,
    guard: guards.listApprovals,
    orGuard: guards.listUserInputs,
    title: 'Waiting for people',
    description: 'Requests that have waited the longest for a decision or an answer.',
    empty: 'Nothing is waiting for a decision or an answer.',
  },
  inventory_totals: {
    ...inventoryDefaults,
    title: 'Resources',
    description: 'Number of resources found by the latest scans, by cloud.',
  },
  top_resources: {
    ...inventoryDefaults,
    title: 'Top resource types',
    description: 'The 10 types with the most resources.',
  },
  top_resources_with_tag: {
    ...inventoryDefaults,
    title: 'Tagged resources',
    description: 'The 10 types with the most resources that have a tag.',
    empty: 'No scanned resource has a tag.',
    needsCloud: false,
  },
  top_resources_without_tag: {
    ...inventoryDefaults,
    title: 'Untagged resources',
    description: 'The 10 types with the most resources that could have a tag, and have none.',
    empty: 'No scanned resource is without a tag.',
    needsCloud: false,
  },
  inventory_history: {
    ...overTimeDefaults,
    tags: ['Inventory'],
    title: 'Resources over time',
    description: 'Number of resources at the end of each day, by cloud.',
  },
  compliance_heatmap: {
    ...complianceDefaults,
    rows: 5,
    title: 'Benchmarks by cloud',
    description: 'Share of passing resources, by benchmark and cloud.',
  },
  compliance_history: {
    ...overTimeDefaults,
    tags: ['Compliance'],
    title: 'Compliance over time',
    description: 'Compliance results per day.',
  },
  guardduty_severities: {
    ...awsDefaults,
    title: 'GuardDuty findings',
    description: 'Open findings of Amazon GuardDuty in the connected AWS accounts, by severity.',
  },
  security_hub_severities: {
    ...awsDefaults,
    title: 'Security Hub findings',
    description: 'Active findings of AWS Security Hub in the connected AWS accounts, by severity.',
  },
  agents_health: {
    tags: ['Bots'],
    timeSensitive: false,
    asOf: 'Now',
    guard: guards.listAgents,
    rows: 4,
    title: 'Agents',
    description: 'Connection state of agents in clusters and on hosts.',
    empty: 'No agent is installed.',
  },
} as const satisfies Record<string, WidgetEntry>;

type PerCloud = 'compliance_criticality' | 'compliance_benchmarks' | 'compliance_history';
type CloudTemplate = `${PerCloud}_${(typeof inventoryTypes)[number]}`;

const cloudEntries = (cloud: (typeof inventoryTypes)[number]): [string, WidgetEntry][] => {
  const name = cloudNames[cloud];
  const tags = ['Compliance', ...(cloud === 'aws' ? (['AWS'] as const) : [])] as const;
  const empty = `No ${name} account has been scanned yet.`;
  return [
    [
      `compliance_criticality_${cloud}`,
      {
        ...complianceDefaults,
        tags,
        empty,
        title: `${name} compliance`,
        description: `Compliance results in ${name}: failed, passed and others.`,
      },
    ],
    [
      `compliance_benchmarks_${cloud}`,
      {
        ...complianceDefaults,
        tags,
        empty,
        title: `${name} benchmarks`,
        description: `Share of passing resources in ${name}, by benchmark.`,
      },
    ],
    [
      `compliance_history_${cloud}`,
      {
        ...overTimeDefaults,
        tags,
        empty,
        title: `${name} compliance over time`,
        description: `Compliance results in ${name} per day.`,
      },
    ],
  ];
};

export type WidgetTemplate = keyof typeof commonEntries | CloudTemplate;
export type CommonTemplate = keyof typeof commonEntries;

/** All widgets by template, in the order in which they are offered. */
export const catalogue: Readonly<Record<WidgetTemplate, WidgetEntry>> = {
  ...commonEntries,
  ...(Object.fromEntries(inventoryTypes.flatMap(cloudEntries)) as Record<
    CloudTemplate,
    WidgetEntry
  >),
};

export const widgetTemplates = Object.keys(catalogue) as WidgetTemplate[];

export const isWidgetTemplate = (name: string): name is WidgetTemplate =>
  Object.hasOwn(catalogue, name);

export const catalogueEntry = z.object({
  template: z.string(),
  title: z.string(),
  tags: z.array(z.enum(widgetTags)),
  description: z.string(),
  timeSensitive: z.boolean(),
});
export type CatalogueEntry = z.infer<typeof catalogueEntry>;
