import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { inviteAndSignIn } from '#test/support/invited-user.ts';
import { openStsServer, ourUser, type StsServer } from '#test/support/sts-server.ts';
import { IntegrationPage } from '#web/pages/integrations/integration.tsx';
import { NewIntegrationPage } from '#web/pages/integrations/new-integration.tsx';
import { UpdateRolePage } from '#web/pages/integrations/aws/update-role.tsx';
import { AwsWizardPage } from '#web/pages/integrations/aws/wizard.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { field, fill, serveSameAnswer } from './integration-page.ts';

const account = '111122223333';

let sts: StsServer;
let product: Embedded;

beforeAll(async () => {
  sts = await openStsServer();
  product = await openEmbedded({
    AWS_ENDPOINT_URL: sts.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
beforeEach(() => connectToEmbedded(product));
afterAll(async () => {
  await product.close();
  await sts.close();
});

const open = async () => {
  const page = renderPage(<AwsWizardPage />, {
    path: '/integrations/aws',
    at: '/integrations/aws',
  });
  await screen.findByLabelText('Account ID');
  return page;
};

const enter = async (alias: string, id = account) => {
  fill('Alias', alias);
  fill('Groups', 'production');
  fill('Account ID', id);
  await clickWhenEnabled('Next');
  await screen.findByText('How to create the role');
};

describe('the wizard for AWS accounts', () => {
  it('reports a server without AWS credentials and blocks the next step', async () => {
    const reason =
      'This server has no AWS credentials. Start it with credentials that may assume roles.';
    const bare = await openEmbedded();
    connectToEmbedded(bare);
    await open();
    expect(await screen.findByText('No AWS account can be connected here')).toBeVisible();
    expect(screen.getAllByText(reason)[0]).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    await bare.close();
  });

  it('shows an error or a missing permission instead of the form', async () => {
    const refusingServer = await serveSameAnswer(403, 'Your role Viewer does not allow it.');
    const page = renderPage(<AwsWizardPage />, {
      path: '/integrations/aws',
      at: '/integrations/aws',
    });
    await screen.findByText('You are not authorized to perform this action.');
    expect(screen.queryByLabelText('Account ID')).toBeNull();
    page.unmount();
    await refusingServer.close();
    const failing = await serveSameAnswer(500, 'Broken');
    renderPage(<AwsWizardPage />, { path: '/integrations/aws', at: '/integrations/aws' });
    await screen.findByRole('button', { name: 'Retry' });
    await failing.close();
  });

  it('reports that a setup is gone and offers to begin again', async () => {
    renderPage(<AwsWizardPage />, {
      path: '/integrations/aws',
      at: '/integrations/aws?setup=set_gone',
    });
    await userEvent.click(await screen.findByRole('link', { name: 'Begin again' }));
    expect(await screen.findByLabelText('Account ID')).toHaveValue('');
    expect(screen.queryByText('This continues a setup that was started earlier')).toBeNull();
  });

  it('opens the list of integrations when cancelled', async () => {
    const page = await open();
    await clickWhenEnabled('Cancel');
    expect(addressOf(page)).toBe('/integrations/list');
  });

  it('shows missing values and stays on the step', async () => {
    await open();
    fill('Account ID', '123');
    await clickWhenEnabled('Next');
    expect(screen.getByText('Please enter alias')).toBeVisible();
    expect(screen.getByText('Please enter groups')).toBeVisible();
    expect(screen.getByText('Account ID must have 12 digits.')).toBeVisible();
    expect(field('Account ID')).toBeVisible();
  });

  it('shows the problems of additional accounts and units at their fields', async () => {
    await open();
    fill('Alias', 'Organisation');
    fill('Groups', 'production');
    fill('Account ID', account);
    fill('Additional accounts in the organisation - optional', 'abc');
    await clickWhenEnabled('Next');
    expect(await screen.findByText('An account ID must have 12 digits.')).toBeVisible();
    fill('Additional accounts in the organisation - optional', '222233334444');
    await clickWhenEnabled('Next');
    const sentence =
      'Several accounts are connected with a StackSet. Enter the organisational units that ' +
      'contain them.';
    expect(await screen.findByText(sentence)).toBeVisible();
    fill('Organisational units - optional', 'acme');
    await clickWhenEnabled('Next');
    expect(await screen.findByText(/^Enter a root such as r-a1b2/)).toBeVisible();
    fill('Organisational units - optional', 'r-a1b2');
    await clickWhenEnabled('Next');
    expect(await screen.findByText('How to create the role')).toBeVisible();
    expect(screen.getByText(/what inventory scans and the actions/)).toBeVisible();
    expect(screen.getByText(/^One command .* makes a CloudFormation StackSet/)).toBeVisible();
  });

  it('disables its fields and shows why to users who may not create integrations', async () => {
    const roles = ['role_read_only'];
    const { token } = await inviteAndSignIn(product, { email: 'reader@example.com', roles });
    connectToEmbedded({ ...product, api_key: token });
    await open();
    const reason =
      /^Your role Read-Only does not let you create integrations \(create_integration\)/;
    await waitFor(() => expect(field('Alias')).toBeDisabled());
    expect(screen.getAllByText(reason)[0]).toBeVisible();
    expect(field('Account ID')).toBeDisabled();
  });

  it('allows one group fewer when it connects several accounts', async () => {
    await open();
    fill('Additional accounts in the organisation - optional', '222233334444');
    fill('Organisational units - optional', 'r-a1b2');
    fill('Alias', 'Organisation');
    fill('Account ID', account);
    for (let at = 0; at < 10; at += 1) fill('Groups', `group ${at}`);
    await clickWhenEnabled('Next');
    expect(await screen.findByText(/^Give at most 9 groups/)).toBeVisible();
  });

  it('shows a refusal that belongs to no field above the form', async () => {
    await open();
    await enter('Odd account');
    const peer = await serveSameAnswer(400, {
      error: 'The partition is another one.',
      field: 'partition',
    });
    await clickWhenEnabled('Next');
    expect(await screen.findByText('The account was not connected')).toBeVisible();
    expect(screen.getByText('The partition is another one.')).toBeVisible();
    expect(field('Alias')).toHaveValue('Odd account');
    await peer.close();
  });

  it('preselects the AWS console when a launch link is available', async () => {
    const linked = await openEmbedded({
      AWS_ENDPOINT_URL: sts.endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      ROLE_TEMPLATE_URL: 'https://acme.s3.eu-west-1.amazonaws.com/role-template.json',
    });
    connectToEmbedded(linked);
    await open();
    await enter('Linked account');
    expect(screen.getByRole('radio', { name: /^AWS console/ })).toBeChecked();
    expect(screen.getByText(/^One link opens CloudFormation/)).toBeVisible();
    await clickWhenEnabled('Next');
    expect(await screen.findByRole('link', { name: /^Launch stack/ })).toBeVisible();
    await linked.close();
  });

  it('keeps its step after a reload and warns when a choice requires a new role', async () => {
    const page = await open();
    await enter('Reloaded account', '1111-2222 3333');
    await clickWhenEnabled('Next');
    const role = await screen.findByText(/^cloudwarden-integration-[0-9a-f]{24}$/);
    await waitFor(() => expect(addressOf(page)).toContain('step=2'));
    const at = addressOf(page);
    page.unmount();
    renderPage(<AwsWizardPage />, { path: '/integrations/aws', at });
    expect(await screen.findByText(role.textContent ?? '-')).toBeVisible();
    await clickWhenEnabled('Previous');
    expect(screen.queryByText(/^Next creates a new role/)).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Allow bots to make changes/ }));
    expect(screen.getByText(/^Next creates a new role and a new external ID/)).toBeVisible();
    await clickWhenEnabled('Previous');
    expect(field('Alias')).toHaveValue('Reloaded account');
    expect(screen.getByText('production')).toBeVisible();
    expect(field('Account ID')).toHaveValue(account);
    expect(screen.getByText(/or what bots may do in the account/)).toBeVisible();
  });

  it('stays on the step and shows a message when the setup fails', async () => {
    await open();
    await enter('Sandbox');
    const peer = await serveSameAnswer(409, 'This server has no AWS credentials.');
    await clickWhenEnabled('Next');
    const header = 'AWS Account Setup intialization failed. Please try again.';
    expect(await screen.findByText(header)).toBeVisible();
    expect(screen.getByText('How to create the role')).toBeVisible();
    await peer.close();
  });

  it('waits for the stack, tests the connection and opens the list', async () => {
    const page = await open();
    await enter('Production account');
    await clickWhenEnabled('Next');
    const role = await screen.findByText(/^cloudwarden-integration-[0-9a-f]{24}$/);
    const id = screen.getByText(/^[0-9a-f]{48}$/);
    expect(screen.queryByRole('button', { name: 'Test Connection' })).toBeNull();
    const Condition = { StringEquals: { 'sts:ExternalId': id.textContent ?? '' } };
    const Principal = { AWS: ourUser };
    const trust = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal, Condition };
    const arn = `arn:aws:iam::${account}:role/${role.textContent}`;
    sts.roles.set(arn, { trust: { Statement: [trust] } });
    await clickWhenEnabled('I ran the command');
    await clickWhenEnabled('Test Connection');
    expect(await screen.findByText('Connection established')).toBeVisible();
    expect(addressOf(page)).toBe('/integrations/list');
  });

  it('makes the connected account available to types that need an AWS account', async () => {
    const path = '/integrations/:cspName';
    const page = renderPage(<NewIntegrationPage />, { path, at: '/integrations/guardduty' });
    await screen.findByRole('button', { name: 'Connect' });
    fill('Alias', 'Findings of production');
    fill('Groups', 'production');
    await clickWhenEnabled('Connect');
    expect(screen.getByText('Please enter AWS account')).toBeVisible();
    const select = page.wrapper.findAllSelects()[0];
    act(() => select?.openDropdown());
    await waitFor(() => {
      expect(select?.findDropdown().findOptions()[0]?.getElement()).toHaveTextContent(account);
    });
    act(() => select?.selectOption(1));
    await clickWhenEnabled('Connect');
    const listed = async () => {
      const filter = { page_number: 1, number_of_items: 10, integration_type: ['guardduty'] };
      const { items } = await product.api.integrations.listIntegrations(filter);
      return items[0];
    };
    await waitFor(async () => {
      expect(await listed()).toMatchObject({ values: { region: 'us-east-1' } });
    });
    const integration = await listed();
    const { accountId } = integration ?? { accountId: '' };
    page.unmount();
    const at = `/integrations/view/${accountId}`;
    renderPage(<IntegrationPage />, { path: '/integrations/view/:accountId', at });
    const link = await screen.findByRole('link', { name: 'Production account' });
    expect(link).toHaveAttribute(
      'href',
      expect.stringContaining(integration?.values.aws_account ?? '-'),
    );
  });

  it('updates the role of a connected account and tests the connection', async () => {
    const filter = { page_number: 1, number_of_items: 10, integration_type: ['aws'] };
    const { items } = await product.api.integrations.listIntegrations(filter);
    const { accountId = '', values } = items.find((one) => !one.sample) ?? {};
    const detailsPage = renderPage(<IntegrationPage />, {
      path: '/integrations/view/:accountId',
      at: `/integrations/view/${accountId}`,
    });
    const update = await screen.findByRole('link', { name: 'Update role' });
    const at = update.getAttribute('href')?.split('#')[1] ?? '';
    detailsPage.unmount();
    const page = renderPage(<UpdateRolePage />, { path: '/integrations/view/:accountId/role', at });
    await screen.findByText('How the role is updated');
    await clickWhenEnabled('Next');
    expect(screen.getByText('Choose what the role may do.')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: /^Read and act/ }));
    expect(screen.queryByText('Choose what the role may do.')).toBeNull();
    await clickWhenEnabled('Next');
    expect(screen.getByText(values?.external_id ?? '-')).toBeVisible();
    expect(document.body).toHaveTextContent(/aws cloudformation deploy .*--region us-east-1/);
    expect(screen.getByRole('button', { name: 'Copy command' })).toBeVisible();
    await clickWhenEnabled('Test connection');
    await waitFor(() => expect(addressOf(page)).toBe(`/integrations/view/${accountId}`));
    await waitFor(async () => {
      const tested = await product.api.integrations.getIntegration({ accountId });
      expect(tested).toMatchObject({ integrationState: 'ACTIVE', alias: 'Production account' });
    });
  });

  it('shows why the role of an account that does not exist cannot be updated', async () => {
    const path = '/integrations/view/:accountId/role';
    renderPage(<UpdateRolePage />, { path, at: '/integrations/view/int_gone/role' });
    expect(await screen.findByText('Not found')).toBeVisible();
    const reason = 'This integration does not exist, or it was deleted.';
    expect(screen.getByText(reason)).toBeVisible();
  });

  it('connects several accounts whose roles a StackSet creates', async () => {
    const page = await open();
    fill('Additional accounts in the organisation - optional', '222233334444');
    fill('Organisational units - optional', 'ou-a1b2-c3d4e5f6');
    await enter('Whole organisation');
    await userEvent.click(screen.getByRole('radio', { name: /^AWS console/ }));
    await clickWhenEnabled('Next');
    const role = await screen.findByText(/^cloudwarden-integration-[0-9a-f]{24}$/);
    const id = screen.getByText(/^[0-9a-f]{48}$/);
    const Condition = { StringEquals: { 'sts:ExternalId': id.textContent ?? '' } };
    const Principal = { AWS: ourUser };
    const trust = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal, Condition };
    const arn = `arn:aws:iam::${account}:role/${role.textContent}`;
    sts.roles.set(arn, { trust: { Statement: [trust] } });
    expect(screen.getByRole('link', { name: /^Create a StackSet in AWS/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/us-east-1\.console\..*#\/stacksets\/create$/),
    );
    await clickWhenEnabled('I created the StackSet');
    expect(await screen.findByText(`${account} has the role`)).toBeVisible();
    expect(screen.getByText('222233334444 waits for it')).toBeVisible();
    await clickWhenEnabled('Test Connection');
    expect(
      await screen.findByText('Whole organisation: 1 account connected, 1 still without the role'),
    ).toBeVisible();
    expect(screen.getByText('Connection established; 1 account waits')).toBeVisible();
    expect(addressOf(page)).toBe('/integrations/list');
    const connectLink = screen.getByRole('link', { name: 'Connect the others' });
    const at = connectLink.getAttribute('href')?.split('#')[1] ?? '';
    page.unmount();
    sts.roles.set(arn.replace(account, '222233334444'), { trust: { Statement: [trust] } });
    const later = renderPage(<AwsWizardPage />, { path: '/integrations/aws', at });
    await screen.findByText('This continues a setup that was started earlier');
    expect(field('Account ID')).toHaveValue(account);
    expect(field('Additional accounts in the organisation - optional')).toHaveValue('222233334444');
    await enter('Whole organisation');
    await clickWhenEnabled('Next');
    expect(await screen.findByText(role.textContent ?? '-')).toBeVisible();
    expect(await screen.findByText('Role found; it requires the external ID')).toBeVisible();
    await clickWhenEnabled('Test Connection');
    expect(await screen.findByText('Whole organisation: 2 accounts connected')).toBeVisible();
    expect(addressOf(later)).toBe('/integrations/list');
  });
});
