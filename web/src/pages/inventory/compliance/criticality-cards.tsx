import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ComplianceSummary } from '#lib/domain/compliance/compliance.schema.ts';
import {
  criticalities,
  type Criticality,
  criticalityLabels,
  criticalityMeanings,
} from '#lib/domain/compliance/criticality.rules.ts';
import { counted } from '#lib/kernel/text.ts';
import { Time } from '#web/components/time.tsx';

/** How many more or fewer there are than at the scans before. */
const trendText = (now: number, before: number | undefined): string => {
  if (before === undefined) return 'No earlier scan';
  const change = now - before;
  if (change === 0) return 'Unchanged since the last scan';
  return change > 0 ? `${change} more than before` : `${-change} fewer than before`;
};

type CardProps = {
  name: string;
  /** What it says of a resource. */
  meaning: string;
  rules: number;
  resources: number;
  before: number | undefined;
  chosen: boolean;
  onChoose: () => void;
};

const Card = ({ name, meaning, rules, resources, before, chosen, onChoose }: CardProps) => (
  <Container>
    <SpaceBetween size="xxs">
      <Button
        variant="inline-link"
        ariaLabel={`${name}: ${counted(rules, 'rule')}, ${counted(resources, 'finding')}`}
        onClick={onChoose}
      >
        {name}
      </Button>
      <Box fontSize="heading-xl" fontWeight="bold">
        {resources}
      </Box>
      <Box>{meaning}</Box>
      <Box color="text-body-secondary">{counted(rules, 'rule')}</Box>
      <Box color="text-body-secondary" fontSize="body-s">
        {trendText(resources, before)}
      </Box>
      {chosen ? <StatusIndicator>Shown</StatusIndicator> : null}
    </SpaceBetween>
  </Container>
);

type Props = {
  summary: ComplianceSummary;
  chosen: Criticality | 'all' | undefined;
  onChoose: (criticality: Criticality | undefined) => void;
};

/** The findings by criticality; a card narrows the list to its own. */
export const CriticalityCards = ({ summary, chosen, onChoose }: Props) => (
  <ColumnLayout columns={5} minColumnWidth={150}>
    <Card
      name="All"
      meaning="All results"
      rules={summary.total}
      resources={summary.total_resources}
      before={summary.previous_total_resources}
      chosen={chosen === 'all'}
      onChoose={() => onChoose(undefined)}
    />
    {criticalities.map((status) => {
      const { count, resource_count, previous_resource_count } = summary.criticality[status];
      return (
        <Card
          key={status}
          name={criticalityLabels[status]}
          meaning={criticalityMeanings[status]}
          rules={count}
          resources={resource_count}
          before={previous_resource_count}
          chosen={chosen === status}
          onChoose={() => onChoose(status)}
        />
      );
    })}
  </ColumnLayout>
);

/** What was looked at, when, and what could not be. */
export const SummaryBar = ({ summary }: { summary: ComplianceSummary }) => {
  const { integrations, total, total_resources, criticality, run_errors, oldest_at } = summary;
  const { resource_count: failed, previous_resource_count: before } = criticality.alarm;
  return (
    <Container>
      <ColumnLayout columns={4} variant="text-grid" minColumnWidth={150}>
        <div>
          <Box variant="awsui-key-label">Coverage</Box>
          {counted(total, 'rule')}, {counted(integrations, 'account')}
        </div>
        <div>
          <Box variant="awsui-key-label">Findings</Box>
          {failed} of {total_resources} failed, {trendText(failed, before).toLowerCase()}
        </div>
        <div>
          <Box variant="awsui-key-label">Obscure</Box>
          {run_errors === 0 ? 'None' : `${counted(run_errors, 'rule')} not fully evaluated`}
        </div>
        <div>
          <Box variant="awsui-key-label">Data as of</Box>
          {oldest_at === undefined ? '-' : <Time at={oldest_at} />}
        </div>
      </ColumnLayout>
    </Container>
  );
};
