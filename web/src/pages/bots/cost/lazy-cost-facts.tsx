import { Suspense } from 'react';
import { lazyExtra } from '#web/components/lazy-part.tsx';
import type { CostProps } from './cost-facts.tsx';
import { LoadingCost } from './loading-cost.tsx';

const CostFacts = lazyExtra(async () => (await import('./cost-facts.tsx')).CostFacts);

/** The cost of a graph's runs; its code is fetched when it is first shown. */
export const LazyCostFacts = (props: CostProps) => (
  <Suspense fallback={<LoadingCost />}>
    <CostFacts {...props} />
  </Suspense>
);
