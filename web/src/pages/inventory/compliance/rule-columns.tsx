import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, {
  type StatusIndicatorProps,
} from '@cloudscape-design/components/status-indicator';
import { ownBenchmark } from '#lib/domain/compliance/benchmark.schema.ts';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { resultLabels, resultText } from '#lib/domain/compliance/criticality.rules.ts';
import type { FindingStatus } from '#lib/domain/compliance/rule.schema.ts';
import type { Column } from '#web/components/list-table.tsx';

const indicators: Record<FindingStatus, StatusIndicatorProps.Type> = {
  alarm: 'error',
  ok: 'success',
  skip: 'stopped',
  info: 'info',
  error: 'warning',
};

/** The result of a rule for a resource, with a count if given. */
export const ResultBadge = ({ of, count }: { of: FindingStatus; count?: number }) => (
  <StatusIndicator type={indicators[of]}>
    {count === undefined ? resultText(of) : `${count} ${resultLabels[of].toLowerCase()}`}
  </StatusIndicator>
);

export const severityNames: Record<RuleRow['severity'], string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** The severity of violations of the rule, whether there are any or not. */
export const Severity = ({ of }: { of: RuleRow['severity'] }) => (
  <Badge color={`severity-${of}`}>{severityNames[of]}</Badge>
);

const shownStatuses = ['alarm', 'ok', 'info', 'skip'] as const;

const Counts = ({ counts, run_errors }: RuleRow) => {
  const presentStatuses = shownStatuses.filter((status) => counts[status] > 0);
  const obscure = counts.error + run_errors.length;
  if (presentStatuses.length === 0 && obscure === 0) return <>No resources</>;
  return (
    <SpaceBetween size="xs" direction="horizontal">
      {presentStatuses.map((status) => (
        <ResultBadge key={status} of={status} count={counts[status]} />
      ))}
      {obscure > 0 && <ResultBadge of="error" count={obscure} />}
    </SpaceBetween>
  );
};

export const ruleColumns = (onOpen: (rule: RuleRow) => void): Column<RuleRow>[] => [
  {
    id: 'title',
    name: 'Rule',
    isRowHeader: true,
    minWidth: 280,
    cell: (rule) => (
      <SpaceBetween size="xs" direction="horizontal">
        <Button variant="inline-link" onClick={() => onOpen(rule)}>
          {rule.title}
        </Button>
        {rule.benchmark === ownBenchmark && <Badge color="blue">{ownBenchmark}</Badge>}
        {rule.incomplete.length > 0 && <Badge color="severity-medium">Incomplete scan</Badge>}
        {rule.not_asked.length > 0 && <Badge>Not evaluated by the last scan</Badge>}
      </SpaceBetween>
    ),
  },
  {
    id: 'severity',
    name: 'Severity',
    minWidth: 110,
    under: 'title',
    cell: ({ severity }) => <Severity of={severity} />,
  },
  { id: 'resources', name: 'Resources', minWidth: 260, cell: (rule) => <Counts {...rule} /> },
  { id: 'service', name: 'Service', minWidth: 130, cell: ({ service }) => service },
  {
    id: 'benchmark',
    name: 'Benchmark',
    minWidth: 150,
    cell: ({ activity_source }) => activity_source,
  },
  {
    id: 'control',
    name: 'Control',
    minWidth: 120,
    cell: ({ activity_details }) =>
      activity_details.map(({ activity_id }) => activity_id).join(', '),
  },
  {
    id: 'category',
    name: 'Category',
    minWidth: 170,
    hidden: true,
    cell: ({ category }) => category,
  },
];
