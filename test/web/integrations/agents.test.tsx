import { generateKeyPairSync } from 'node:crypto';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openLoopback } from '#test/support/loopback.ts';
import { setConnection } from '#web/api/connection.ts';
import { AgentPage } from '#web/pages/integrations/agents/agent.tsx';
import { IntegrationPage } from '#web/pages/integrations/integration.tsx';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { collectSavedFiles, readFileText } from '../saved-files.ts';
import { dialog, fill, serveSameAnswer } from './integration-page.ts';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});
beforeEach(() => connectToEmbedded(product));
afterAll(() => product.close());

const createCluster = async (alias: string): Promise<string> => {
  const input = { cspName: 'kubernetes', alias, groups: ['production'], values: {} };
  return (await product.api.integrations.createIntegration(input)).accountId;
};

const createHosts = async (alias: string): Promise<string> => {
  const input = { cspName: 'linux', alias, groups: ['production'], values: {} };
  return (await product.api.integrations.createIntegration(input)).accountId;
};

const createAgent = (integration_id: string, name: string) =>
  product.api.agents.createAgent({ name, integration_id, integration_type: 'kubernetes' });

const openTab = (id: string) =>
  renderPage(<IntegrationPage />, {
    path: '/integrations/view/:accountId',
    at: `/integrations/view/${id}?ref=agent`,
  });

const openAgent = (id: string, agent_id: string) =>
  renderPage(<AgentPage />, {
    path: '/integrations/view/:accountId/agents/:agent_id',
    at: `/integrations/view/${id}/agents/${agent_id}`,
  });

/** The first call of the installed program. */
const enrol = async (agent_id: string, key: string): Promise<number> => {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const facts = {
    version: '1.0.0',
    os: 'Talos',
    architecture: 'arm64',
    kubernetes_version: '1.34',
  };
  const answer = await fetch(`${product.url}/api/agents/${agent_id}/enrolment`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ public_key: x, facts }),
  });
  return answer.status;
};

describe('the agents of an integration', () => {
  it('are added in four steps', async () => {
    userEvent.setup();
    const { files, restore } = collectSavedFiles();
    const id = await createHosts('Hosts');
    openTab(id);
    await screen.findByText('No agents are currently connected to this integration.');
    await clickWhenEnabled('Add agent');
    await clickWhenEnabled('Next');
    expect(await screen.findByText('Please enter name')).toBeVisible();
    fill('Name', 'Agent of one');
    await clickWhenEnabled('Next');
    await clickWhenEnabled('Create secret');
    await clickWhenEnabled('Copy secret');
    const key = await navigator.clipboard.readText();
    await clickWhenEnabled('Next');
    expect(await screen.findByText(/^Only an agent on this machine can reach/)).toBeVisible();
    await clickWhenEnabled(/^Download /);
    const text = await readFileText(files[0]);
    restore();
    expect(text).toContain(key);
    expect(text).not.toContain('PASTE_THE');
    await clickWhenEnabled('Next');
    await screen.findByText('Waiting for the agent to register');
    const expiryText = await screen.findByText(/The secret works until/);
    expect(expiryText).toHaveTextContent(/\(5\d min left\)/);
    const { items } = await product.api.agents.listAgents({ integration_id: id });
    expect(await enrol(items[0]?.agent_id ?? '', key)).toBe(200);
  });

  it('ask before an entered name or the one-time secret is lost', async () => {
    const page = openTab(await createHosts('Hosts of two'));
    const at = addressOf(page);
    await clickWhenEnabled('Add agent');
    fill('Name', 'Agent of two');
    await clickWhenEnabled('Cancel');
    expect((await dialog()).getByText(/will be lost/)).toBeVisible();
    await userEvent.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await clickWhenEnabled('Next');
    await clickWhenEnabled('Create secret');
    await screen.findByRole('button', { name: 'Copy secret' });
    void page.router.navigate('/elsewhere');
    await screen.findByRole('dialog', { name: 'Leave page' });
    expect(addressOf(page)).toBe(at);
  });

  it('show no installation command when clusters cannot reach the server', async () => {
    const id = await createCluster('Cluster far away');
    await createAgent(id, 'Far agent');
    openTab(id);
    await clickWhenEnabled('Actions for Far agent');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Continue installation' }));
    await clickWhenEnabled('Create secret');
    await screen.findByRole('button', { name: 'Copy secret' });
    await clickWhenEnabled('Next');
    expect(await screen.findByText(/^No cluster can reach Cloudwarden/)).toBeVisible();
    expect(screen.getByText(/PUBLIC_URL=https/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Download / })).toBeNull();
  });

  it('warn before an agent is added that its cluster cannot reach the server', async () => {
    const id = await createCluster('Cluster without an agent');
    const page = renderPage(<IntegrationPage />, {
      path: '/integrations/view/:accountId',
      at: `/integrations/view/${id}`,
    });
    expect(await screen.findByText('Waiting for an agent')).toBeVisible();
    expect(screen.getByText('None')).toBeVisible();
    await clickWhenEnabled('Add agent');
    page.unmount();
    openTab(id);
    await clickWhenEnabled('Add agent');
    expect(await screen.findByText('An agent could not reach Cloudwarden')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    const { items } = await product.api.agents.listAgents({ integration_id: id });
    expect(items).toEqual([]);
  });

  it('offer another secret after the first secret has expired', async () => {
    const id = await createHosts('Hosts that wait');
    const { agent_id } = await product.api.agents.createAgent({
      name: 'Waiting agent',
      integration_id: id,
      integration_type: 'linux',
    });
    openTab(id);
    await clickWhenEnabled('Actions for Waiting agent');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Continue installation' }));
    await clickWhenEnabled('Create secret');
    await screen.findByRole('button', { name: 'Copy secret' });
    await clickWhenEnabled('Next');
    const status = await product.api.agents.getAgentStatus({ agent_id });
    const { enrolment_expires_at, ...rest } = status;
    const body = JSON.stringify({ ...rest, enrolment: 'expired' });
    const peer = await openLoopback(() => ({ body }));
    setConnection({ apiUrl: peer.endpoint, socketUrl: '', accessToken: async () => 'token' });
    await clickWhenEnabled('Next');
    await screen.findByText('The secret has expired');
    await peer.close();
    connectToEmbedded(product);
    await clickWhenEnabled('Create another secret');
    await clickWhenEnabled('Create secret');
    expect(await screen.findByRole('button', { name: 'Copy secret' })).toBeVisible();
  });

  it('are shown ten on each page', async () => {
    const id = await createCluster('Cluster of many');
    for (let n = 1; n <= 12; n += 1) await createAgent(id, `Agent number ${n}`);
    openTab(id);
    await screen.findByRole('link', { name: 'Agent number 1' });
    expect(screen.queryByRole('link', { name: 'Agent number 11' })).toBeNull();
    await clickWhenEnabled('Next page');
    await screen.findByRole('link', { name: 'Agent number 11' });
    expect(screen.queryByRole('link', { name: 'Agent number 1' })).toBeNull();
  });

  it('accept only the new key after an installation with another key', async () => {
    const id = await createHosts('Hosts that work');
    const { agent_id } = await product.api.agents.createAgent({
      name: 'Copied agent',
      integration_id: id,
      integration_type: 'linux',
    });
    const { api_key_secret } = await product.api.agents.createAgentKey({ agent_id });
    expect(await enrol(agent_id, api_key_secret)).toBe(200);
    openTab(id);
    await clickWhenEnabled('Actions for Copied agent');
    const item = { name: /Continue installation|Install with another key/ };
    await userEvent.click(await screen.findByRole('menuitem', item));
    await clickWhenEnabled('Create secret');
    await clickWhenEnabled('Copy secret');
    const key = await navigator.clipboard.readText();
    await clickWhenEnabled('Next');
    await clickWhenEnabled('Next');
    await screen.findByText(/The secret works until/);
    expect(await enrol(agent_id, key)).toBe(200);
    expect(await enrol(agent_id, api_key_secret)).not.toBe(200);
  });

  it('can be installed later and report a failed status check', async () => {
    const id = await createCluster('Cluster two');
    await createAgent(id, 'Late agent');
    openTab(id);
    await screen.findByRole('link', { name: 'Late agent' });
    expect(screen.getByText('Not installed yet')).toBeVisible();
    await clickWhenEnabled('Actions for Late agent');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Continue installation' }));
    await clickWhenEnabled('Next');
    expect(await screen.findByText('Create the secret first.')).toBeVisible();
    await clickWhenEnabled('Create secret');
    await screen.findByRole('button', { name: 'Copy secret' });
    await clickWhenEnabled('Next');
    const peer = await serveSameAnswer(500, 'Down.');
    await clickWhenEnabled('Next');
    await screen.findByText('Failed to check agent status. Please try again.');
    await peer.close();
  });

  it('are deleted after confirmation', async () => {
    const id = await createCluster('Cluster three');
    const { agent_id } = await createAgent(id, 'Old agent');
    const page = openAgent(id, agent_id);
    await screen.findByText('The agent is not installed yet');
    await clickWhenEnabled('Delete');
    const deleteDialog = await dialog();
    expect(deleteDialog.getByText(/permanently/)).toBeVisible();
    await userEvent.click(deleteDialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Agent deleted successfully.');
    expect(addressOf(page)).toBe(`/integrations/view/${id}?ref=agent`);
    expect((await product.api.agents.listAgents({ integration_id: id })).items).toEqual([]);
  });

  it('show their facts and the update command', async () => {
    const id = await createCluster('Cluster four');
    const { agent_id } = await createAgent(id, 'Agent of four');
    const { api_key_secret } = await product.api.agents.createAgentKey({ agent_id });
    await enrol(agent_id, api_key_secret);
    openAgent(id, agent_id);
    await screen.findByText('Talos');
    expect(screen.getByText('1.34')).toBeVisible();
    await clickWhenEnabled('Update command');
    const updateDialog = await dialog();
    expect(await updateDialog.findByText(/kubectl/)).toBeVisible();
    expect(updateDialog.getByText('Installed version')).toBeVisible();
  });
});
