import { Suspense } from 'react';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { extraPart } from '#web/components/part.tsx';
import type { CostProps } from './cost-facts.tsx';

const CostFacts = extraPart(async () => (await import('./cost-facts.tsx')).CostFacts);

export const ReckoningCost = () => (
  <StatusIndicator type="loading">Reckoning the cost of a run</StatusIndicator>
);

/** What a graph's runs cost; what reckons it is fetched when it is shown first. */
export const LazyCostFacts = (props: CostProps) => (
  <Suspense fallback={<ReckoningCost />}>
    <CostFacts {...props} />
  </Suspense>
);
