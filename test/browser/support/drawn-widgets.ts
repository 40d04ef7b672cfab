import type { WidgetData } from '#lib/domain/dashboards/widgets/data.schema.ts';

const times = ['2026-09-01', '2026-09-02', '2026-09-03'].map((day) => `${day}T00:00:00.000Z`);

/** Data of a widget for each way to draw, by its template. */
export const drawnWidgets: Record<string, WidgetData> = {
  run_history: {
    kind: 'history',
    unit: 'count',
    interval: 'day',
    times,
    stacked: true,
    series: [
      { name: 'Succeeded', values: [3, 0, 5], meaning: 'positive', link: '/bots/executions' },
      { name: 'Failed', values: [1, null, 2], meaning: 'critical' },
    ],
  },
  run_costs: {
    kind: 'history',
    unit: 'dollars',
    interval: 'day',
    times,
    stacked: false,
    series: [{ name: 'Cost', values: [0.5, 1, 1.5] }],
  },
  approvals_by_status: {
    kind: 'parts',
    unit: 'count',
    parts: [
      { name: 'Approved', value: 4, meaning: 'positive', link: '/approvals' },
      { name: 'Rejected', value: 2, meaning: 'critical' },
    ],
  },
  top_resources: {
    kind: 'parts',
    unit: 'count',
    parts: [
      { name: 'S3 buckets', value: 12, link: '/inventory' },
      { name: 'EC2 instances', value: 7 },
    ],
  },
};
