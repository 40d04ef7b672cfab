import Box from '@cloudscape-design/components/box';
import type { RunCosts } from '#lib/domain/bots/cost.schema.ts';
import type { ModelQuestion } from '#lib/domain/bots/node-reach.rules.ts';
import { defaultModel, modelCost } from '#lib/domain/integrations/models.rules.ts';
import type { Cron } from '#lib/domain/schedules/cron.rules.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { FactList } from '#web/components/fact-list.tsx';
import { dollarText } from '#web/components/dollars.ts';
import { periodText } from './period-text.ts';

type Past = NonNullable<RunCosts['models']>;

const pastText = ({ runs, median, highest, unpriced, tokens }: Past): string => {
  const usageText =
    tokens === undefined ? '' : ` About ${tokens.toLocaleString('en')} tokens a run.`;
  if (unpriced && highest === 0) {
    const prefix = `The last ${runs} runs asked models without a price`;
    return `${prefix}, so their cost is not known.${usageText}`;
  }
  const suffix = `${usageText}${unpriced ? ' Models without a price cost extra.' : ''}`;
  const [medianText, highestText] = [dollarText(median), dollarText(highest)];
  const base = `based on the last ${runs} runs that asked a model (highest ${highestText})`;
  return `About ${medianText} a run, ${base}.${suffix}`;
};

/** The most that one call of a model costs, by the price in its integration. */
const useMaxCostText = (
  { integration_id, model, most, agent }: ModelQuestion,
  isRepeated: boolean,
): string => {
  const { data, error } = useCall(integrations.getIntegration, { accountId: integration_id });
  if (error) return `the cost of a question is not known. ${error.message}`;
  if (!data) return 'reading the price of its model.';
  const name = model || defaultModel(data.values);
  if (name === undefined) return `${data.alias} has no default model: choose one in the node.`;
  const costs = modelCost(data.values, name, most);
  if (costs === undefined) {
    return `no price is set for ${name} in ${data.alias}, so the cost is unknown.`;
  }
  if (!agent) return `at most ${dollarText(costs)} a question to ${name} of ${data.alias}.`;
  const agentMax = dollarText(Math.min(costs, agent.most_usd));
  if (!isRepeated) return `at most ${agentMax} for the agent, by ${name} of ${data.alias}.`;
  const { most: runUsage, most_usd } = agent.in_run;
  const runMax = dollarText(Math.min(modelCost(data.values, name, runUsage) ?? most_usd, most_usd));
  const loop = `${agentMax} in each iteration of its loop and ${runMax} in a run`;
  return `at most ${loop}, by ${name} of ${data.alias}.`;
};

const Question = ({ question, isRepeated }: { question: ModelQuestion; isRepeated: boolean }) => (
  <li>
    {question.name}: {useMaxCostText(question, isRepeated)}
  </li>
);

const assumptionsOf = (questions: readonly ModelQuestion[]): string[] => [
  ...(questions.some(({ agent }) => !agent)
    ? [
        'An AI condition takes 32 KB of input, counted as one token per byte, and 2,000 output ' +
          'tokens per request.',
      ]
    : []),
  ...(questions.some(({ agent }) => agent)
    ? ['An agent ends when it reaches a limit of its node, or one request later.']
    : []),
];

type Props = {
  questions: readonly ModelQuestion[];
  /** Ids of the nodes in loops. */
  repeated: ReadonlySet<string>;
  past: Past | undefined;
  /** The schedule of the runs, if there is one. */
  cron: Cron | undefined;
  /** The number of bots that its agents may run. */
  agentBots: number;
};

/** The cost of the models that a bot calls: from its last runs, and the most by their prices. */
export const ModelCosts = ({ questions, repeated, past, cron, agentBots }: Props) => (
  <div>
    <Box variant="awsui-key-label">Cost of models</Box>
    {past && <Box>{pastText(past)}</Box>}
    {past && cron && past.highest > 0 && <Box>{periodText(cron, past.median)}</Box>}
    <FactList>
      {questions.map((question) => (
        <Question
          key={question.node_id}
          question={question}
          isRepeated={repeated.has(question.node_id)}
        />
      ))}
    </FactList>
    {agentBots > 0 && (
      <Box>
        An agent can also start runs of {formatCount(agentBots, 'other bot')}: up to its limit of
        tool calls, each once approved. They cost extra, on AWS and for their own models.
      </Box>
    )}
    <Box variant="small" color="text-body-secondary" display="block">
      Upper bound: {assumptionsOf(questions).join(' ')} Unusable answers are requested once more,
      and a failed node is retried as its error handling specifies. The provider bills this in
      addition to the cost of the run on AWS.
    </Box>
  </div>
);
