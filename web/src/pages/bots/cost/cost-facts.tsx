import { useMemo } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { type Cost, runCost } from '#lib/domain/costs/cost.rules.ts';
import { listPrices } from '#lib/domain/costs/prices.rules.ts';
import { runsAMonth } from '#lib/domain/schedules/cron-walk.rules.ts';
import type { Cron } from '#lib/domain/schedules/cron.rules.ts';
import { modelUsage, usualRun } from '#lib/engine/usage.ts';
import { triggerTypeOf } from '../acts/graph-trigger.ts';
import { dollars } from './dollars.ts';

export type CostProps = {
  /** Must have no problems. */
  graph: Graph;
  /** What starts its runs, where that is a schedule: the cost of a month is told too. */
  cron?: Cron | undefined;
};

/** How runs begin, as their cost is reckoned. */
const triggers = {
  event_driven: 'webhook',
  scheduled: 'schedule',
  on_demand: 'manual',
} as const;

/** Of less than one run a fraction counts. */
const counted = (runs: number): string => {
  const number = runs.toLocaleString('en', { maximumFractionDigits: runs < 1 ? 2 : 0 });
  return number === '1' ? '1 run' : `${number} runs`;
};

/** What runs by the expression cost: in a month, or in a year where a month may have none. */
export const periodText = (cron: Cron, aRun: number): string => {
  const runs = runsAMonth(cron);
  const [period, times] = runs < 1 ? ['year', runs * 12] : ['month', runs];
  return `About ${dollars(times * aRun)} a ${period}, for ${counted(times)}.`;
};

const Parts = ({ cost }: { cost: Cost }) => {
  const { turns, nodeMs } = usualRun;
  return (
    <ExpandableSection variant="footer" headerText="What it is made of">
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'State transitions', value: dollars(cost.transitions) },
          { label: 'Functions', value: dollars(cost.functions) },
          { label: 'Database', value: dollars(cost.database) },
          { label: 'Requests and events', value: dollars(cost.events) },
          { label: 'Mails', value: dollars(cost.mails) },
        ]}
      />
      <Box variant="small" color="text-body-secondary">
        For the costliest way through the graph, without failures: {turns} turns of each loop of
        open length, {nodeMs} ms a node. List prices of {listPrices.region} as of {listPrices.as_of}
        ; logs, storage and traffic come on top.
      </Box>
    </ExpandableSection>
  );
};

/** What one run costs on AWS by its list prices, and a month of them where they are scheduled. */
export const CostFacts = ({ graph, cron }: CostProps) => {
  const cost = useMemo(
    () => runCost(modelUsage(graph, { trigger: triggers[triggerTypeOf(graph)] })),
    [graph],
  );
  return (
    <div>
      <Box variant="awsui-key-label">Cost of a run on AWS</Box>
      <Box>
        About {dollars(cost.total)}; {dollars(cost.total * 1000)} for 1,000 runs.
      </Box>
      {cron && <Box>{periodText(cron, cost.total)}</Box>}
      <Parts cost={cost} />
    </div>
  );
};
