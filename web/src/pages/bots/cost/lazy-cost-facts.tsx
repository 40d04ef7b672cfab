import { Suspense } from 'react';
import { extraPart } from '#web/components/part.tsx';
import type { CostProps } from './cost-facts.tsx';
import { ReckoningCost } from './reckoning-cost.tsx';

const CostFacts = extraPart(async () => (await import('./cost-facts.tsx')).CostFacts);

/** What a graph's runs cost; what reckons it is fetched when it is shown first. */
export const LazyCostFacts = (props: CostProps) => (
  <Suspense fallback={<ReckoningCost />}>
    <CostFacts {...props} />
  </Suspense>
);
