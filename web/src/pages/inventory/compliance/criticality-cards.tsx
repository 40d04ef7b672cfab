import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ComplianceSummary } from '#lib/domain/compliance/compliance.schema.ts';
import {
  criticalities,
  type Criticality,
  resultText,
} from '#lib/domain/compliance/criticality.rules.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { Time } from '#web/components/time.tsx';

/** The change since the previous scan; empty if there is none to compare with. */
const trendOf = (current: number, previous: number | undefined): string[] => {
  if (previous === undefined) return [];
  const change = current - previous;
  if (change === 0) return ['unchanged'];
  return [`${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`];
};

type Figures = { rules: number; resources: number; previous: number | undefined };

/** Typical figures, which reserve the size of the cards until the real ones are loaded. */
const placeholderFigures: Figures = { rules: 100, resources: 100, previous: 100 };

type CardProps = {
  name: string;
  figures: Figures;
  isSelected: boolean;
  onChoose: () => void;
};

/** While empty it has the size of its usual content, so that nothing below it moves. */
const ReservedSpace = ({ placeholder, children }: { placeholder: string; children: ReactNode }) => (
  <div className="place" data-usual={placeholder}>
    <div>{children}</div>
  </div>
);

const labelOf = (name: string, { rules, resources }: Figures): string =>
  `${name}: ${formatCount(rules, 'rule')}, ${formatCount(resources, 'result')}`;

const detailsOf = ({ rules, resources, previous }: Figures): string =>
  [formatCount(rules, 'rule'), ...trendOf(resources, previous)].join(', ');

const Card = ({ name, figures, isSelected, onChoose }: CardProps) => (
  <Container disableContentPaddings fitHeight>
    <Box padding={{ vertical: 's', horizontal: 's' }}>
      <SpaceBetween size="xs" direction="horizontal">
        <Button variant="inline-link" ariaLabel={labelOf(name, figures)} onClick={onChoose}>
          {name}
        </Button>
        {isSelected ? <Box color="text-body-secondary">Shown</Box> : null}
      </SpaceBetween>
      <Box fontSize="heading-l" fontWeight="bold">
        {figures.resources}
      </Box>
      <Box color="text-body-secondary" fontSize="body-s">
        <ReservedSpace placeholder={detailsOf(placeholderFigures)}>
          {detailsOf(figures)}
        </ReservedSpace>
      </Box>
    </Box>
  </Container>
);

type Props = {
  summary: ComplianceSummary | undefined;
  selectedCard: Criticality | 'all' | undefined;
  onChoose: (criticality: Criticality | undefined) => void;
};

const figuresOfAll = (summary: ComplianceSummary): Figures => ({
  rules: summary.total,
  resources: summary.total_resources,
  previous: summary.previous_total_resources,
});

const figuresOf = ({ criticality }: ComplianceSummary, status: Criticality): Figures => {
  const { count, resource_count, previous_resource_count } = criticality[status];
  return { rules: count, resources: resource_count, previous: previous_resource_count };
};

const Cards = ({ summary, selectedCard, onChoose }: Props) => (
  <div className="cards" inert={!summary}>
    <Card
      name="All"
      figures={summary ? figuresOfAll(summary) : placeholderFigures}
      isSelected={selectedCard === 'all'}
      onChoose={() => onChoose(undefined)}
    />
    {criticalities.map((status) => (
      <Card
        key={status}
        name={resultText(status)}
        figures={summary ? figuresOf(summary, status) : placeholderFigures}
        isSelected={selectedCard === status}
        onChoose={() => onChoose(status)}
      />
    ))}
  </div>
);

/**
 * The results by kind; a card filters the list by its own. Their place is reserved while loading.
 */
export const CriticalityCards = (props: Props) => (
  <div className="place">
    <Cards {...props} />
    {!props.summary && <StatusIndicator type="loading">Counting the results</StatusIndicator>}
  </div>
);

const placeholderSummary =
  '100 rules, 10 accounts. 100 of 1,000 results failed (up 10 since the previous scan). ' +
  'Oldest scan: 2026-01-01 00:00:00 UTC.';

/** The summary of all results; its place is reserved while loading. */
export const Summary = ({ summary }: Pick<Props, 'summary'>) => (
  <ReservedSpace placeholder={placeholderSummary}>
    {summary && <SummaryText summary={summary} />}
  </ReservedSpace>
);

/** What was evaluated and when, and what could not be. */
const SummaryText = ({ summary }: { summary: ComplianceSummary }) => {
  const { integrations, total, total_resources, criticality, run_errors, oldest_at } = summary;
  const { resource_count: failed, previous_resource_count: previous } = criticality.alarm;
  const [change] = trendOf(failed, previous);
  const trend = change === undefined ? '' : ` (${change} since the previous scan)`;
  const sentences = [
    `${formatCount(total, 'rule')}, ${formatCount(integrations, 'account')}`,
    `${failed.toLocaleString('en')} of ${formatCount(total_resources, 'result')} failed${trend}`,
    ...(run_errors > 0 ? [`${formatCount(run_errors, 'rule')} not fully evaluated (Obscure)`] : []),
  ];
  return (
    <>
      {sentences.join('. ')}.
      {oldest_at !== undefined && (
        <>
          {' '}
          Oldest scan: <Time at={oldest_at} />.
        </>
      )}
    </>
  );
};
