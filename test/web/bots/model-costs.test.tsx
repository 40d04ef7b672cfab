import { render, screen } from '@testing-library/react';
import { ModelCosts } from '#web/pages/bots/cost/model-costs.tsx';

type CostHistory = Parameters<typeof ModelCosts>[0]['past'];
const renderCosts = (past: CostHistory, agentBots = 0) => {
  const commonProps = { questions: [], repeated: new Set<string>(), cron: undefined };
  return render(<ModelCosts {...commonProps} past={past} agentBots={agentBots} />);
};

const pastCosts = { runs: 4, median: 0.02, highest: 0.5, unpriced: false };

describe("the model costs of a bot's last runs", () => {
  it('are shown in dollars and tokens', () => {
    renderCosts({ ...pastCosts, tokens: 12_400 });
    const text = 'About $0.020 a run, based on the last 4 runs that asked a model (highest $0.50).';
    expect(screen.getByText(`${text} About 12,400 tokens a run.`)).toBeVisible();
  });

  it('are shown only in tokens when no model has a price', () => {
    renderCosts({ ...pastCosts, median: 0, highest: 0, unpriced: true, tokens: 900 });
    const text = 'The last 4 runs asked models without a price, so their cost is not known.';
    expect(screen.getByText(`${text} About 900 tokens a run.`)).toBeVisible();
  });

  it('omit tokens when the models reported none', () => {
    renderCosts(pastCosts);
    expect(screen.queryByText(/tokens a run/)).toBeNull();
  });

  it('mention the extra costs of bots that an AI agent starts', () => {
    renderCosts(pastCosts, 2);
    expect(screen.getByText(/^An agent can also start runs of 2 other bots/)).toBeVisible();
  });
});
