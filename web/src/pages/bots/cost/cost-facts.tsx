import { type ReactNode, useMemo } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { triggerOf } from '#lib/domain/bots/trigger.rules.ts';
import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { agentBotIdsOf } from '#lib/domain/bots/integration.rules.ts';
import { modelQuestions } from '#lib/domain/bots/model-question.rules.ts';
import { runCost } from '#lib/domain/costs/cost.rules.ts';
import type { Cost } from '#lib/domain/bots/cost.schema.ts';
import { listPrices } from '#lib/domain/costs/prices.rules.ts';
import type { Cron } from '#lib/domain/schedules/cron.rules.ts';
import { defaultAssumptions, estimateUsage } from '#lib/engine/usage.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { repeatedNodesOf } from '#web/components/graph/bodies.ts';
import { dollarText } from '#web/components/dollars.ts';
import { type History, historyNote, historyText, isHistory } from './history-words.ts';
import { periodText } from './period-text.ts';
import { ModelCosts } from './model-costs.tsx';
import { LoadingCost } from './loading-cost.tsx';

export type CostProps = {
  /** Must have no problems. */
  graph: Graph;
  /** The schedule of its runs, if there is one: the cost of a month is shown too. */
  cron?: Cron | undefined;
  /** The bot whose past runs are used; undefined if it was never saved. */
  botId?: string | undefined;
};

/** The triggers as the cost model names them. */
const triggers = {
  event_driven: 'webhook',
  scheduled: 'schedule',
  on_demand: 'manual',
  compliance_finding: 'schedule',
} as const;

const Note = ({ children }: { children: ReactNode }) => (
  <Box variant="small" color="text-body-secondary" display="block" margin={{ top: 'xs' }}>
    {children}
  </Box>
);

type CostEstimate = { model: Cost; history: History | undefined };

const Parts = ({ model, history }: CostEstimate) => {
  const cost = history?.costs.median ?? model;
  const { turns, nodeMs } = defaultAssumptions;
  return (
    <ExpandableSection variant="footer" headerText="Cost breakdown">
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'State transitions', value: dollarText(cost.transitions) },
          { label: 'Functions', value: dollarText(cost.functions) },
          { label: 'Database', value: dollarText(cost.database) },
          { label: 'Requests and events', value: dollarText(cost.events) },
          { label: 'Mails', value: dollarText(cost.mails) },
        ]}
      />
      {history && <Note>{historyNote(history)}</Note>}
      <Note>
        The most expensive path through the graph, without failures: {turns} iterations of each loop
        without a fixed length, {nodeMs} ms a node. List prices of {listPrices.region} as of{' '}
        {listPrices.as_of}; logs, storage and traffic cost extra.
      </Note>
    </ExpandableSection>
  );
};

/** The cost of the bot's last runs, once loaded; undefined if there are too few. */
const useHistory = (bot_id: string | undefined) => {
  const isSaved = bot_id !== undefined;
  const { data, isLoading } = useCall(
    bots.getBotCost,
    { bot_id: bot_id ?? '' },
    { enabled: isSaved },
  );
  return { history: isHistory(data) ? data : undefined, models: data?.models, isLoading };
};

const Sentence = ({ model, history }: CostEstimate) =>
  history ? (
    <>
      <Box>{historyText(history, model.total)}</Box>
      <Box>About {dollarText(history.costs.median.total * 1000)} for 1,000 runs.</Box>
    </>
  ) : (
    <Box>
      At most about {dollarText(model.total)} a run; {dollarText(model.total * 1000)} for 1,000
      runs.
    </Box>
  );

/**
 * The cost of one run on AWS by list prices, and of a month of scheduled runs: from the bot's last
 * runs if there are enough, else from its graph.
 */
export const CostFacts = ({ graph, cron, botId }: CostProps) => {
  const model = useMemo(
    () => runCost(estimateUsage(graph, { trigger: triggers[triggerOf(graph).trigger_type] })),
    [graph],
  );
  const questions = useMemo(() => modelQuestions(graph), [graph]);
  const agentBots = useMemo(() => agentBotIdsOf(graph).length, [graph]);
  const repeated = useMemo(() => repeatedNodesOf(graph), [graph]);
  const { history, models, isLoading } = useHistory(botId);
  if (isLoading) return <LoadingCost />;
  return (
    <SpaceBetween size="m">
      {questions.length > 0 && (
        <ModelCosts {...{ questions, repeated, past: models, cron, agentBots }} />
      )}
      <div>
        <Box variant="awsui-key-label">
          {questions.length > 0 ? 'Cost of a run on AWS, without models' : 'Cost of a run on AWS'}
        </Box>
        <Sentence model={model} history={history} />
        {cron && <Box>{periodText(cron, (history?.costs.median ?? model).total)}</Box>}
        <Parts model={model} history={history} />
      </div>
    </SpaceBetween>
  );
};
