import { useMemo } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { runCost } from '#lib/domain/costs/cost.rules.ts';
import { listPrices } from '#lib/domain/costs/prices.rules.ts';
import { modelUsage, usualRun } from '#lib/engine/usage.ts';
import { dollars } from './dollars.ts';

const triggers = { event_driven: 'webhook', scheduled: 'schedule' } as const;

/** How the graph's runs begin, as their cost is reckoned. */
const triggerOf = ({ nodes }: Graph) => {
  const type = nodes.find((node) => node.type === 'start')?.settings['trigger_type'];
  return type === 'event_driven' || type === 'scheduled' ? triggers[type] : 'manual';
};

/** What one run costs on AWS by its list prices; the graph must have no problems. */
export const CostFacts = ({ graph }: { graph: Graph }) => {
  const cost = useMemo(() => runCost(modelUsage(graph, { trigger: triggerOf(graph) })), [graph]);
  const { turns, nodeMs } = usualRun;
  return (
    <div>
      <Box variant="awsui-key-label">Cost of a run on AWS</Box>
      <Box>
        About {dollars(cost.total)}; {dollars(cost.total * 1000)} for 1,000 runs.
      </Box>
      <ExpandableSection headerText="What it is made of">
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
          open length, {nodeMs} ms a node. List prices of {listPrices.region} as of{' '}
          {listPrices.as_of}; logs, storage and traffic come on top.
        </Box>
      </ExpandableSection>
    </div>
  );
};
