import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import { agentUseOf } from '#lib/domain/actions/reads-only.rules.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { BotPage } from '#web/pages/bots/bot.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  const { createIntegration } = product.api.integrations;
  const groups = ['Platform'];
  const values = { api_key: 'sk-canary-0123456789' };
  const models = { ...values, default_model: 'gpt-5-mini' };
  await createIntegration({ cspName: 'openai', alias: 'Our models', groups, values: models });
  await createIntegration({ cspName: 'abuseipdb', alias: 'Bad addresses', groups, values });
});
afterAll(() => product.close());

const selectLabelledBy = (label: HTMLElement) =>
  createWrapper()
    .findAllSelects()
    .find((one) => one.getElement().contains(label));

describe('the tools of an AI agent', () => {
  it('are single-call actions, each with an integration of its type', async () => {
    const graph = draw('start -> find:ai_agent -> end');
    const bot = await product.api.bots.createBot({ name: 'Finds out', graph });
    renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    const canvas = await screen.findByRole('region', { name: /^Graph of/ });
    fireEvent.click(await within(canvas).findByRole('group', { name: /^AI agent: find/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add tool' }));
    const actions = selectLabelledBy(await screen.findByLabelText(/^Action$/));
    act(() => actions?.openDropdown());
    const check = await screen.findByRole('option', { name: /^Check an address/ });
    expect(
      await screen.findByRole('option', { name: /^Suspend an Okta user/ }),
    ).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: /^Wait for an (EC2 )?instance/ })).toBeNull();
    expect(check).toBeInTheDocument();
    const excludedCount = readyMadeActions.filter((action) => agentUseOf(action) === 'none').length;
    expect(
      screen.getByText(
        `${excludedCount} actions cannot be tools: only REST calls and single AWS calls can. ` +
          'To use another action, put it into a bot, and choose that bot under Bots.',
      ),
    ).toBeInTheDocument();
    act(() => actions?.selectOptionByValue('abuseipdb.check_address'));
    // Users who write to the AI agent may tell it things that a public service must not learn.
    await screen.findByText(
      /are asked before each call: it sends data that the agent chooses to others, and the agent reads/,
    );
    const [, account] = screen.getAllByLabelText(/^Integration$/);
    const accounts = account && selectLabelledBy(account);
    act(() => accounts?.openDropdown());
    await screen.findByRole('option', { name: /^Bad addresses/ });
    expect(screen.queryByRole('option', { name: /^Our models/ })).toBeNull();
  });
});

describe('a new AI agent node', () => {
  /** The models to choose from for a newly added AI agent. */
  const modelOfNew = async (name: string) => {
    const bot = await product.api.bots.createBot({ name, graph: draw('start -> end') });
    const page = renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    await screen.findByRole('region', { name: /^Graph of/ });
    await waitFor(() => expect(page.queries.isFetching()).toBe(0));
    await userEvent.click(await screen.findByRole('button', { name: 'Add a node' }));
    await userEvent.click(await screen.findByRole('option', { name: /^AI agent/ }));
    const selectTrigger = selectLabelledBy(
      await screen.findByLabelText(/^Integration$/),
    )?.findTrigger();
    return selectTrigger?.getElement();
  };

  it('uses the integration with models when only one exists', async () => {
    const integrationField = await modelOfNew('One model');
    await waitFor(() => expect(integrationField).toHaveTextContent('Our models'));
  });

  it('has no integration chosen when several have models', async () => {
    const values = { api_key: 'sk-canary-0123456789', default_model: 'gpt-5-mini' };
    const otherIntegration = {
      cspName: 'openai' as const,
      alias: 'Others',
      groups: ['Platform'],
      values,
    };
    const { accountId } = await product.api.integrations.createIntegration(otherIntegration);
    const integrationField = await modelOfNew('Two models');
    expect(integrationField).not.toHaveTextContent(/Our models|Others/);
    await product.api.integrations.deleteIntegration({ accountId });
  });
});

describe('the sections of the AI agent form', () => {
  const open = async (name: string, settings: object, section = 'Limits') => {
    const baseGraph = draw('start -> find:ai_agent -> end');
    const nodes = baseGraph.nodes.map((node) =>
      node.id === 'find' ? { ...node, settings: { ...node.settings, ...settings } } : node,
    );
    const graph = { ...baseGraph, nodes };
    const bot = await product.api.bots.createBot({ name, graph });
    renderPage(<BotPage />, { path: '/bots/:bot_id', at: `/bots/${bot._id}` });
    const canvas = await screen.findByRole('region', { name: /^Graph of/ });
    fireEvent.click(await within(canvas).findByRole('group', { name: /^AI agent: find/ }));
    return screen.findByRole('button', { name: section });
  };

  it('collapse the limits while all limits have their defaults', async () => {
    expect(await open('Usual limits', {})).toHaveAttribute('aria-expanded', 'false');
  });

  it('expand the limits when a limit is set', async () => {
    expect(await open('Own limits', { max_steps: 5 })).toHaveAttribute('aria-expanded', 'true');
  });

  it('collapse the approvals while no tool needs approval', async () => {
    const section = await open('Reads only', {}, 'Approvals');
    expect(section).toHaveAttribute('aria-expanded', 'false');
  });

  it('expand the approvals when an approver is set', async () => {
    const approvers = ['ops@example.com'];
    const section = await open('With approvers', { approvers }, 'Approvals');
    expect(section).toHaveAttribute('aria-expanded', 'true');
  });

  it('expand the approvals when a tool needs approval', async () => {
    const agent_bots = [{ bot_id: 'bot_1' }];
    const section = await open('Runs a bot', { agent_bots }, 'Approvals');
    await waitFor(() => expect(section).toHaveAttribute('aria-expanded', 'true'));
    expect(screen.getByText('ID: find')).toBeInTheDocument();
  });
});
