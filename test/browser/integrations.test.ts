import { generateKeyPairSync } from 'node:crypto';
import type { Browser, Page, Route } from 'playwright-core';
import {
  collectComplaints,
  openBrowser,
  openWindow,
  resizeAndWait,
  unrouteAll,
} from '#test/support/browser.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { openStsServer, ourUser, type StsServer } from '#test/support/sts-server.ts';
import { sampleCases } from '#test/support/thorough.ts';
import { inspectPage, wide } from './support/inspect-page.ts';

const account = '111122223333';

let sts: StsServer;
let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** A tool with a token, a cluster with its agent, an AWS account, hosts with a new agent. */
let ids: Record<'tool' | 'cluster' | 'agent' | 'cloud' | 'hosts' | 'host', string>;

/** The first call of an agent's installed program. */
const enrol = async (agent_id: string, key: string) => {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const facts = {
    version: '1.1.0',
    os: 'Talos',
    architecture: 'arm64',
    kubernetes_version: '1.34',
  };
  const answer = await fetch(`${product.url}/api/agents/${agent_id}/enrolment`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/json' },
    body: JSON.stringify({ public_key: x, facts }),
  });
  expect(answer.status).toBe(200);
};

/** The role that a setup's stack creates: it trusts us, with its external id. */
const makeRole = (role_name: string, externalId: string): void => {
  const Condition = { StringEquals: { 'sts:ExternalId': externalId } };
  const Principal = { AWS: ourUser };
  const trust = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal, Condition };
  sts.roles.set(`arn:aws:iam::${account}:role/${role_name}`, { trust: { Statement: [trust] } });
};

const connectAccount = async (): Promise<string> => {
  const { integrations } = product.api;
  const setupInput = { aws_account: account, region: 'eu-west-1' };
  const { setup_id, role_name, externalId } = await integrations.initAwsSetup(setupInput);
  makeRole(role_name, externalId);
  const connectInput = { alias: 'Sandbox account', groups: ['sandbox'] };
  return (await integrations.connectAwsSetup({ setup_id, ...connectInput })).accountId;
};

const createSampleData = async () => {
  const { integrations, agents } = product.api;
  const { accountId: tool } = await integrations.createIntegration({
    cspName: 'jira',
    alias: 'Tickets',
    groups: ['Ops'],
    values: { site: 'acme', email: 'ada@example.com', api_token: 'opensesame' },
  });
  const { accountId: cluster } = await integrations.createIntegration({
    cspName: 'kubernetes',
    alias: 'Main cluster',
    groups: ['production'],
    values: {},
  });
  const { agent_id: agent } = await agents.createAgent({
    name: 'Main agent',
    integration_id: cluster,
    integration_type: 'kubernetes',
  });
  const { api_key_secret } = await agents.createAgentKey({ agent_id: agent });
  await enrol(agent, api_key_secret);
  const { accountId: hosts } = await integrations.createIntegration({
    cspName: 'linux',
    alias: 'New hosts',
    groups: ['production'],
    values: {},
  });
  const { agent_id: host } = await agents.createAgent({
    name: 'New host',
    integration_id: hosts,
    integration_type: 'linux',
  });
  await integrations.createIntegration({
    cspName: 'linux',
    alias: 'Hosts',
    groups: ['production'],
    values: {},
  });
  return { tool, cluster, agent, cloud: await connectAccount(), hosts, host };
};

beforeAll(async () => {
  sts = await openStsServer();
  [product, browser] = await Promise.all([
    openEmbedded({
      AWS_ENDPOINT_URL: sts.endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      SUPPORT_EMAIL: 'support@example.com',
    }),
    openBrowser(),
  ]);
  ids = await createSampleData();
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  await openSignedIn(page, product);
});

afterEach(async () => {
  await unrouteAll(page);
  const unwanted = complaints().filter((text) => !text.includes('Failed to load resource'));
  expect(unwanted).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  await product.close();
  await sts.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const textbox = (name: string) => page.getByRole('textbox', { name });

/** Reloads the console at this route: nothing is cached, and the window is wide. */
const open = async (route: string) => {
  await page.goto('about:blank');
  await resizeAndWait(page, wide);
  await page.goto(`/app#/${route}`);
};

const mockAnswer = (path: string, status: number, body: object) =>
  page.route(
    (url) => url.pathname === `/api/${path}`,
    (route: Route) => route.fulfill({ status, json: body }),
  );

const broken = { error: 'Something went wrong on our side. Try again.' };
const forbidden = { error: 'You have no role that allows it. Ask your ROOT user.' };
const notAuthorized = 'You are not authorized to perform this action.';

type Detail = {
  route: () => string;
  /** The call that the page depends on. */
  path: () => string;
  /** What the page calls the thing it shows. */
  subject: string;
  refusalText?: string;
  /** How people reach the place that requests it, if its address alone does not lead there. */
  reach?: () => Promise<void>;
};

const details: Record<string, Detail> = {
  'of the catalogue': {
    route: () => 'integrations',
    path: () => 'integration_types',
    subject: 'integrations',
  },
  'that connects a tool': {
    route: () => 'integrations/jira',
    path: () => 'integration_types/jira',
    subject: 'this form',
    refusalText: notAuthorized,
  },
  'that connects an AWS account': {
    route: () => 'integrations/aws',
    path: () => 'integration_types/aws',
    subject: 'this form',
    refusalText: notAuthorized,
  },
  'of the role of an AWS account': {
    route: () => `integrations/view/${ids.cloud}/role`,
    path: () => `integrations/${ids.cloud}/aws_role`,
    subject: 'this role update',
  },
  'that installs an agent': {
    route: () => `integrations/view/${ids.hosts}?ref=agent`,
    path: () => `agents/${ids.host}/install`,
    subject: 'the installation file',
    reach: async () => {
      await button('Actions for New host').click();
      await page.getByRole('menuitem', { name: 'Continue installation' }).click();
      await button('Create secret').click();
      await button('Copy secret').waitFor();
      await button('Next').click();
    },
  },
  'of an integration': {
    route: () => `integrations/view/${ids.tool}`,
    path: () => `integrations/${ids.tool}`,
    subject: 'this integration',
  },
  'of the agents': {
    route: () => `integrations/view/${ids.cluster}?ref=agent`,
    path: () => 'agents',
    subject: 'agents',
  },
  'of an agent': {
    route: () => `integrations/view/${ids.cluster}/agents/${ids.agent}`,
    path: () => `agents/${ids.agent}`,
    subject: 'this agent',
  },
};

describe.each(sampleCases(Object.entries(details), 2))(
  'the page %s',
  (_, { route, path, subject, refusalText, reach }) => {
    const openIt = async () => {
      await open(route());
      await reach?.();
    };

    /** These pages share the texts shown in place of content, and their appearance. */
    const looksWell = async (state: string, options: Parameters<typeof inspectPage>[2] = {}) => {
      if (subject === 'integrations') await inspectPage(page, `integrations-${state}`, options);
    };

    it('shows that it is loading', async () => {
      const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
      await page.route(
        (url) => url.pathname === `/api/${path()}`,
        async (heldRoute) => {
          await gate;
          await heldRoute.abort();
        },
      );
      await openIt();
      await page.getByRole('main').waitFor();
      // "Loading page" is shown until the page's code has been loaded.
      const loading = page.getByText(/Loading(?! page)/);
      await loading.filter({ visible: true }).first().waitFor();
      // Its heading is the name, which has not been loaded yet.
      await looksWell('loading', {
        except: (fault) => fault.startsWith('page-has-heading-one'),
      });
      openGate();
    });

    it('says where to ask for missing access', async () => {
      await mockAnswer(path(), 403, forbidden);
      await openIt();
      await page.getByText(`You have no access to ${subject}`).waitFor();
      await page
        .getByText(refusalText ?? forbidden.error)
        .first()
        .waitFor();
      expect(await button('Retry').count()).toBe(0);
      await looksWell('forbidden');
    });

    it('reports a failure of the server, and loads after a retry', async () => {
      await mockAnswer(path(), 500, broken);
      await openIt();
      await page.getByText(`Could not load ${subject}`).waitFor();
      await looksWell('broken');
      await unrouteAll(page);
      await button('Retry').click();
      await page.getByText(`Could not load ${subject}`).waitFor({ state: 'hidden' });
    });
  },
);

describe('the wizard of AWS accounts', () => {
  it('shows missing values, creates the role and connects the account', async () => {
    await open('integrations/aws');
    await button('Next').click();
    await page.getByText('Please enter alias').waitFor();
    await inspectPage(page, 'aws-account-missing');
    await textbox('Alias').fill('Production');
    await page.getByLabel('Groups').first().fill('production');
    await textbox('Account ID').fill(account);
    await button('Next').click();
    await page.getByText('How to create the role').waitFor();
    await inspectPage(page, 'aws-process');
    await button('Next').click();
    const role = await page.getByText(/^cloudwarden-integration-[0-9a-f]{24}$/).textContent();
    await inspectPage(page, 'aws-connect');
    const id = await page.getByText(/^[0-9a-f]{48}$/).textContent();
    makeRole(role ?? '', id ?? '');
    await button('I ran the command').click();
    await button('Test Connection').waitFor();
    await inspectPage(page, 'aws-test');
    await button('Test Connection').click();
    await page.getByText('Connection established').waitFor();
    await page.getByRole('rowheader', { name: 'Production' }).waitFor();
  });
});

describe('updating the role of an AWS account', () => {
  it("requires a choice of the role's permissions, and shows how to update its stack", async () => {
    await open(`integrations/view/${ids.cloud}`);
    await page.getByRole('link', { name: 'Update role' }).click();
    await page.getByText('How the role is updated').waitFor();
    await button('Next').click();
    await page.getByText('Choose what the role may do.').waitFor();
    await inspectPage(page, 'aws-role-missing');
    await page.getByRole('radio', { name: 'Read and act' }).click();
    await page.getByRole('radio', { name: 'AWS console' }).click();
    await button('Next').click();
    await page.getByText('Replace existing template').waitFor();
    await inspectPage(page, 'aws-role-update');
    await button('Test connection').click();
    await page.getByText('Connection established').waitFor();
    await page.getByRole('heading', { name: 'Sandbox account' }).waitFor();
  });
});

describe('the dialogs of integrations', () => {
  const choose = async (item: string) => {
    await open('integrations/list');
    await button('Actions for Tickets').click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('show a missing value when an integration is edited', async () => {
    await choose('Edit');
    await textbox('Alias').fill('');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Save|Update)/ })
      .click();
    await page.getByText('Please enter alias').waitFor();
    await inspectPage(page, 'integration-edit');
  });

  it('ask for confirmation before an integration is deleted', async () => {
    await choose('Delete');
    await page.getByRole('dialog').waitFor();
    await inspectPage(page, 'integration-delete');
  });

  it('offer to request an integration type that does not exist yet', async () => {
    await open('integrations?search=oracle');
    await button('Request Oracle Cloud').click();
    await page.getByRole('dialog').waitFor();
    await inspectPage(page, 'integration-request');
  });
});

/** The view of an agent that has just asked for work. */
const onlineAgent = {
  last_claim_at: '2026-11-20T09:00:00.000Z',
  status: 'REGISTRATION_COMPLETED',
  agent_status: 'online',
  resource_status: 'HEALTHY',
};

describe('an agent', () => {
  it('is installed in four steps', async () => {
    await open('integrations/list');
    await page.getByRole('link', { name: 'Hosts', exact: true }).click();
    await page.getByRole('tab', { name: 'Agents' }).click();
    await page.getByText('No agents are currently connected to this integration.').waitFor();
    await inspectPage(page, 'agents-empty');
    await button('Add agent').first().click();
    await textbox('Name').fill('Host agent');
    await inspectPage(page, 'agent-details');
    await button('Next').click();
    await button('Create secret').click();
    await button('Copy secret').waitFor();
    await inspectPage(page, 'agent-secret');
    await button('Next').click();
    await page.getByText(/^Only an agent on this machine can reach/).waitFor();
    await inspectPage(page, 'agent-install');
    await button('Next').click();
    await page.getByText('Waiting for the agent to register').waitFor();
    await inspectPage(page, 'agent-verify');
  });

  it('shows its cluster and its update command when it is connected', async () => {
    const agent = await product.api.agents.getAgent({ agent_id: ids.agent });
    await mockAnswer(`agents/${ids.agent}`, 200, { ...agent, ...onlineAgent });
    await open(`integrations/view/${ids.cluster}/agents/${ids.agent}`);
    await page.getByText('Kubernetes connected').waitFor();
    await inspectPage(page, 'agent-connected');
    await button('Update command').click();
    await page
      .getByRole('dialog')
      .getByText(/kubectl/)
      .first()
      .waitFor();
    await inspectPage(page, 'agent-update');
  });
});
