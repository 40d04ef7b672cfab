import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
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

/** How many more or fewer than at the scan before; nothing where none can be compared. */
const trendOf = (now: number, before: number | undefined): string[] => {
  if (before === undefined) return [];
  const change = now - before;
  if (change === 0) return ['unchanged'];
  return [`${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`];
};

type Figures = { rules: number; resources: number; before: number | undefined };

type CardProps = {
  name: string;
  /** What it says of a resource. */
  meaning: string;
  /** Undefined while they are counted: the card keeps its place. */
  figures: Figures | undefined;
  chosen: boolean;
  onChoose: () => void;
};

const labelOf = (name: string, figures: Figures | undefined): string => {
  if (!figures) return name;
  const { rules, resources } = figures;
  return `${name}: ${counted(rules, 'rule')}, ${counted(resources, 'finding')}`;
};

const detailsOf = ({ rules, resources, before }: Figures): string =>
  [counted(rules, 'rule'), ...trendOf(resources, before)].join(', ');

const Card = ({ name, meaning, figures, chosen, onChoose }: CardProps) => (
  <Container disableContentPaddings fitHeight>
    <Box padding={{ vertical: 's', horizontal: 's' }}>
      <SpaceBetween size="xs" direction="horizontal">
        <Button variant="inline-link" ariaLabel={labelOf(name, figures)} onClick={onChoose}>
          {name}
        </Button>
        {chosen ? <StatusIndicator>Shown</StatusIndicator> : null}
      </SpaceBetween>
      <SpaceBetween size="xs" direction="horizontal" alignItems="center">
        <Box fontSize="heading-l" fontWeight="bold">
          {figures ? figures.resources : '–'}
        </Box>
        {meaning}
      </SpaceBetween>
      <Box color="text-body-secondary" fontSize="body-s">
        {figures ? detailsOf(figures) : 'Counting'}
      </Box>
    </Box>
  </Container>
);

type Props = {
  summary: ComplianceSummary | undefined;
  chosen: Criticality | 'all' | undefined;
  onChoose: (criticality: Criticality | undefined) => void;
};

const figuresOfAll = (summary: ComplianceSummary): Figures => ({
  rules: summary.total,
  resources: summary.total_resources,
  before: summary.previous_total_resources,
});

const figuresOf = ({ criticality }: ComplianceSummary, status: Criticality): Figures => {
  const { count, resource_count, previous_resource_count } = criticality[status];
  return { rules: count, resources: resource_count, before: previous_resource_count };
};

/** The findings by criticality; a card narrows the list to its own. */
export const CriticalityCards = ({ summary, chosen, onChoose }: Props) => (
  <div className="cards">
    <Card
      name="All"
      meaning="All results"
      figures={summary && figuresOfAll(summary)}
      chosen={chosen === 'all'}
      onChoose={() => onChoose(undefined)}
    />
    {criticalities.map((status) => (
      <Card
        key={status}
        name={criticalityLabels[status]}
        meaning={criticalityMeanings[status]}
        figures={summary && figuresOf(summary, status)}
        chosen={chosen === status}
        onChoose={() => onChoose(status)}
      />
    ))}
  </div>
);

/** What was looked at, when, and what could not be. */
export const Summary = ({ summary }: { summary: ComplianceSummary }) => {
  const { integrations, total, total_resources, criticality, run_errors, oldest_at } = summary;
  const { resource_count: failed, previous_resource_count: before } = criticality.alarm;
  const [change] = trendOf(failed, before);
  const trend = change === undefined ? '' : ` (${change} since the previous scan)`;
  const parts = [
    `${counted(total, 'rule')}, ${counted(integrations, 'account')}`,
    `${failed} of ${total_resources} findings failed${trend}`,
    ...(run_errors > 0 ? [`Obscure: ${counted(run_errors, 'rule')} not fully evaluated`] : []),
  ];
  return (
    <>
      {parts.join('. ')}.{oldest_at !== undefined && <> Oldest scan: <Time at={oldest_at} />.</>}
    </>
  );
};
