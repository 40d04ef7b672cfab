import '@testing-library/jest-dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { actions } from '#web/api/actions.ts';
import { integrations } from '#web/api/integrations.ts';
import { TestAction } from '#web/pages/actions/test-action.tsx';
import { connectToEmbedded, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
  connectToEmbedded(product);
  await integrations.createIntegration({
    cspName: 'jira',
    alias: 'Tickets',
    groups: ['Ops'],
    values: { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' },
  });
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const open = async (name: string, overrides: object = {}) => {
  const { _id } = await actions.createAction({
    name,
    description: 'Writes one comment.',
    executable_type: 'rest',
    integration_type: 'jira',
    parameters_definition: [{ name: 'issue', label: 'Issue' }],
    call: { method: 'POST', path: '/issue/{issue}', body: { text: 'Hello {issue}' } },
    ...overrides,
  });
  renderPage(<TestAction id={_id} />, { path: '/actions', at: '/actions' });
  await userEvent.click(await screen.findByRole('button', { name: /^Integration/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Tickets' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Issue' }), 'OPS-1');
};

const run = () => userEvent.click(screen.getByRole('button', { name: 'Run test' }));

const requestPattern = /^POST https:\/\/acme\.atlassian\.net\/issue\/OPS-1$/;

describe('testing an action', () => {
  it('shows the request of a dry run until a value is changed', async () => {
    await open('Comment');
    await run();
    expect(await screen.findByText(requestPattern)).toBeVisible();
    expect(screen.getByText('content-type: application/json')).toBeVisible();
    expect(document.body).toHaveTextContent('Hello OPS-1');
    expect(document.body).not.toHaveTextContent('opensesame');
    await userEvent.type(screen.getByRole('textbox', { name: 'Issue' }), '2');
    expect(screen.queryByText(requestPattern)).not.toBeInTheDocument();
  });

  it('shows an invalid value at its field', async () => {
    const parameters_definition = [{ name: 'issue', label: 'Issue', type: 'number' as const }];
    await open('Comment by number', { parameters_definition });
    await run();
    expect(await screen.findByText('Issue is not a number.')).toBeVisible();
    expect(screen.queryByText('The action failed')).not.toBeInTheDocument();
  });

  it('allows only a dry run when the action requires approval', async () => {
    await open('Comment after approval', { approval_required: true });
    const dry = screen.getByRole('checkbox', { name: 'Dry run' });
    expect(dry).toBeChecked();
    expect(dry).toBeDisabled();
    expect(screen.getByText(/This action needs an approval/)).toBeVisible();
    await run();
    expect(await screen.findByText(requestPattern)).toBeVisible();
  });
});
