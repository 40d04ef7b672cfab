// Every address that links may use: the page that it opens, and what its parameters do.
import type { Browser, Page, Request } from 'playwright-core';
import { approvalStatuses } from '#lib/domain/approvals/approval.schema.ts';
import { standings } from '#lib/domain/executions/outcome/standing.schema.ts';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { collectComplaints, openBrowser, openWindow, unrouteAll } from '#test/support/browser.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { eventually } from '#test/support/eventually.ts';
import { everyIn } from '#test/support/every-in.ts';
import { openSignedIn } from '#test/support/signed-in.ts';
import { sampleCases } from '#test/support/thorough.ts';
import { sampleBot, type ShownPages } from './support/shown-pages.ts';

let product: Embedded;
let browser: Browser;
let complaints: () => string[];
let page: Page;
/** The console's requests since the address was opened: path, query and body in one. */
let apiRequests: string[];
/** Ids of the things shown, by the variable in the addresses. */
let ids: Record<string, string>;

const areasToCreate = ['approvals', 'user-inputs', 'agents', 'integrations'];
const areas = everyIn<{ shown: ShownPages }>('test/browser/shown');

const createThings = async ({ api, sample, sign_in }: Embedded) => {
  const { _id: app_id } = await api.bots.createBot({
    name: 'Order a badge',
    graph: draw('start -> end'),
  });
  await api.bots.publishBot({ bot_id: app_id, version: 1 });
  await api.bots.setServicePortal({ bot_id: app_id, service_portal_published: true });
  const { _id: history_id } = await api['service-portal'].startPortalApp({ app_id });
  await api.inventory.addSampleEstate({});
  const integration_id = sampleId('aws-production');
  const scan = await api.inventory.startInventoryExecution({ integration_id });
  const widgets = [{ template: 'run_costs', title: 'Own costs' }];
  const dashboard = await api.dashboards.createDashboard({ title: 'Costs', widgets });
  const [role] = (await api.roles.listRoles({})).predefined;
  const [action] = (await api.actions.listActions({})).items;
  return {
    ...sample,
    app_id,
    history_id,
    dashboard_id: dashboard._id,
    scan_id: scan._id,
    user_id: sign_in.email,
    sample_id: integration_id,
    role_id: role?._id ?? '',
    role_name: role?.name ?? '',
    action_id: action?._id ?? '',
  };
};

const requestText = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  const query = decodeURIComponent(search.replaceAll('+', ' '));
  return `${pathname.replace('/api/', '')}${query} ${request.postData() ?? ''}`;
};

beforeAll(async () => {
  [product, browser] = await Promise.all([openEmbedded(), openBrowser()]);
  ids = await createThings(product);
  for (const [name, { shown }] of areas) {
    if (areasToCreate.includes(name)) {
      Object.assign(ids, await shown.make?.(product));
    }
  }
  const window = await openWindow(browser, product);
  complaints = collectComplaints(window);
  page = await window.newPage();
  page.on('request', (request) => {
    if (request.url().includes('/api/')) apiRequests.push(requestText(request));
  });
  apiRequests = [];
  await openSignedIn(page, product);
});

afterEach(() => expect(complaints()).toEqual([]));

afterAll(async () => {
  await browser.close();
  await product.close();
});

const withIds = (text: string) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => ids[name] ?? placeholder);

const open = async (address: string, title: string) => {
  apiRequests = [];
  await page.goto(`/app#/${withIds(address)}`);
  const expectedTitle = `${withIds(title)} | Cloudwarden`;
  await eventually(
    () => page.title(),
    (pageTitle) => pageTitle === expectedTitle,
  );
};

const waitForVisibleText = (text: string) =>
  page.getByText(withIds(text)).filter({ visible: true }).first().waitFor();

/** Whether a request with this path contained all of these parts. */
const requestsWith = (path: string, parts: readonly string[]) => () =>
  Promise.resolve(
    apiRequests.filter((one) => one.startsWith(path) && parts.every((part) => one.includes(part))),
  );

describe('an address of the console', () => {
  it.each(
    sampleCases(
      [
        ['', 'Dashboards', 'Overview'],
        ['bots', 'Bots', sampleBot],
        ['start', 'Welcome', 'Where do you work?'],
        ['bots/executions', 'Bot runs', sampleBot],
        ['bots/new', 'New bot', 'Not saved yet'],
        ['bots/{bot_id}', sampleBot, 'Finding arrives'],
        ['bots/{bot_id}/executions/{bot_exc_id}', `Run of ${sampleBot}`, 'Finding arrives'],
        ['chatv2/{bot_id}/executions/{bot_exc_id}', `Chat of ${sampleBot}`, 'No chat threads yet'],
        ['service-portal/apps', 'Self Service Apps', 'Order a badge'],
        ['service-portal/apps/{app_id}', 'Order a badge', 'Share'],
        ['service-portal/apps/{app_id}/history/{history_id}', 'Order a badge', 'Share'],
        ['chat/{bot_id}/executions/{bot_exc_id}', `Chat of ${sampleBot}`, 'No chat threads yet'],
        ['service-portal/history', 'History', 'Order a badge'],
        ['approvals', 'Approvals', sampleBot],
        ['approvals/view/{approval_id}', 'Ask before isolating', 'web-1'],
        ['approvals/{approval_id}', 'Take action: Ask before isolating', 'web-1'],
        ['listeners', 'Listeners', 'Sample findings'],
        ['listeners/new', 'Create listener', 'Signature'],
        ['listeners/view/{listener_id}', 'Sample findings', 'fnd-shown'],
        ['listeners/{listener_id}', 'Edit Sample findings', 'Save listener'],
        ['users', 'Users', 'All permissions'],
        ['users/new', 'Create user', 'First password'],
        ['users/{user_id}', 'Edit Root user', 'Leave blank to keep'],
        ['actions', 'Actions', 'Create action'],
        ['integrations', 'Integrations', 'Show integrations'],
        ['integrations/list', 'Connected integrations', 'Host manager'],
        ['integrations/view/{accountId}', 'Host manager', 'Bots that use it'],
        ['integrations/rest_api', 'Connect REST API', 'Additional allowed hosts - optional'],
        ['account', 'Account', 'Two-factor'],
        ['account/subscription', 'Account', 'Enterprise subscription'],
        ['rbac/home', 'Role-Based Access Control', 'Predefined vs Custom Roles'],
        ['rbac/newRole', 'Create role', 'Create Role'],
        ['rbac/editRole/{role_id}', 'Edit Role: {role_name}', 'Editing Default Role'],
        ['inventory', 'Inventory', 'Choose an integration type'],
        ['inventory/view', 'Inventory', 'Choose an integration type'],
        ['inventory?integrationType=aws', 'Inventory', 'Amazon Web Services resources'],
        ['inventory/schedule', 'Inventory schedule', 'Sample GCP project'],
        ['inventory/executions', 'Inventory executions', 'Sample AWS production'],
        ['inventory/executions/{scan_id}', 'Scan of Sample AWS production', 'Event log'],
        ['inventory/compliance', 'Compliance', 'Oldest scan'],
        ['standard', 'Standard plan', 'No marketplace listing'],
        ['audit-trails', 'Audit Trail', 'Root user'],
        ['notifications', 'Notifications', 'asks for an approval'],
        ['library', 'Library', 'Check when certificates expire'],
        ['user-input', 'User Input', 'Onboard more accounts'],
        ['user-input/{user_input_id}', 'New account', 'Who will own it?'],
      ],
      15,
    ),
  )('opens the page at %s', async (address, title, text) => {
    await open(address, title);
    await waitForVisibleText(text);
  });

  it.each([
    'nowhere',
    'bots/a/b/c/d',
    // These will be added with their areas.
    'workspaces',
    'workspace/new',
    'subscription/aws-mp?token=t',
  ])('shows a page-not-found notice at %s', async (address) => {
    await open(address, 'Page not found');
    await waitForVisibleText('Sorry, the page you visited does not exist.');
    await waitForVisibleText('Go to Dashboard');
  });
});

/** A table in which resources are searched. */
const searchQuery = encodeURIComponent(JSON.stringify({ resource_type: 'aws_s3_bucket' }));

describe('the address of a list with parameters', () => {
  it.each(
    sampleCases(
      [
        ['bots?page=2', 'bots', 'page_number=2'],
        ['bots?itemCount=20', 'bots', 'number_of_items=20'],
        ['bots?integrationType=aws', 'bots', 'integration_type=aws'],
        ['bots?category=Security', 'bots', 'category=Security'],
        ['bots?integrationId={accountId}', 'bots', 'integration_id={accountId}'],
        ['bots?status=disabled', 'bots', 'status=disabled'],
        ['bots?importance=High', 'bots', 'importance=High'],
        ['bots?eventType=event_driven', 'bots', 'event=event_driven'],
        ['bots?regex=badge', 'bots', 'regex=badge'],
        ['bots?listenerId={listener_id}', 'bots', 'listener_id={listener_id}'],
        ['bots/?listenerId={listener_id}&page=2', 'bots', 'listener_id={listener_id}'],
        ...standings.map((one) => [
          `bots/executions?page=1&status=${one}`,
          'bot_executions',
          `standing=${one}`,
        ]),
        ...approvalStatuses.map((one) => [
          `approvals?pageNumber=1&status=${one}`,
          'approvals',
          `status=${one}`,
        ]),
        ['bots/executions?page=2', 'bot_executions', 'page_number=2'],
        ['bots/executions?name=Order a badge', 'bot_executions', 'bot_name=Order a badge'],
        ['service-portal/apps?page=2', 'service_portal/apps', 'page_number=2'],
        ['service-portal/apps?integrationType=aws', 'service_portal/apps', 'integration_type=aws'],
        ['service-portal/apps?category=Security', 'service_portal/apps', 'category=Security'],
        ['service-portal/apps?integrationId={accountId}', 'service_portal/apps', '={accountId}'],
        ['service-portal/apps?status=disabled', 'service_portal/apps', 'status=disabled'],
        ['service-portal/apps?importance=Low', 'service_portal/apps', 'importance=Low'],
        ['service-portal/apps?eventType=on_demand', 'service_portal/apps', 'event=on_demand'],
        ['service-portal/apps?listenerId={listener_id}', 'service_portal/apps', '={listener_id}'],
        ['service-portal/apps?regex=badge', 'service_portal/apps', 'regex=badge'],
        ['service-portal/history?status=FAILED', 'bot_executions/service', 'standing=FAILED'],
        ['service-portal/history?page_number=2', 'bot_executions/service', 'page_number=2'],
        ['service-portal/history?app_name=badge', 'bot_executions/service', '=badge'],
        ['service-portal/history?started_by={user_id}', 'bot_executions/service', '={user_id}'],
        ['approvals?pageNumber=2', 'approvals', 'page_number=2'],
        ['listeners?page=2', 'listeners', 'page_number=2'],
        ['listeners?itemCount=20', 'listeners', 'number_of_items=20'],
        ['listeners?listenerType=webhook', 'listeners', 'listenerType=webhook'],
        ['listeners?regex=Sample', 'listeners', 'regex=Sample'],
        ['listeners/view/{listener_id}?page=2', 'listeners/', 'page_number=2'],
        ['listeners/view/{listener_id}?itemCount=20', 'listeners/', 'number_of_items=20'],
        ['actions?page=2', 'actions', 'page_number=2'],
        ['actions?itemCount=20', 'actions', 'number_of_items=20'],
        ['actions?integrationType=aws', 'actions', 'integration_type=aws'],
        ['actions?type=python', 'actions', 'action_type=python'],
        ['actions?approvalRequired=true', 'actions', 'approval_required=true'],
        ['actions?search_action=stop', 'actions', 'search_text=stop'],
        ['actions?owner=self', 'actions', 'owner=self'],
        ['actions?selectedItem={action_id}', 'actions/{action_id}', ''],
        ['integrations/list?alias=Host', 'integrations', 'alias=Host'],
        ['integrations/list?accountId={accountId}', 'integrations', 'accountId={accountId}'],
        ['integrations/list?agentTag=Cluster', 'integrations', 'agentTag=Cluster'],
        ['integrations/list?state=INACTIVE', 'integrations', 'state=INACTIVE'],
        [
          'integrations/list?integration_type=aws,kubernetes',
          'integrations',
          'integration_type=aws,kubernetes',
        ],
        ['integrations/list?page_number=2', 'integrations', 'page_number=2'],
        ['users?page=2', 'users', 'page_number=2'],
        ['user-input?status=RESOLVED', 'user_inputs', 'status=RESOLVED'],
        ['user-input?page_number=2', 'user_inputs', 'page_number=2'],
        ['user-input?bot_name=Onboard', 'user_inputs', 'bot_name=Onboard'],
        ['user-input?authorizer=Self', 'user_inputs', 'authorizer=Self'],
        ['user-input?number_of_items=20', 'user_inputs', 'number_of_items=20'],
        [`inventory?searchMQ=${searchQuery}`, 'inventory/resources/search', 'aws_s3_bucket'],
        [
          `inventory/view?mode=Search&searchPageNumber=2&searchMQ=${searchQuery}`,
          'inventory/resources/search',
          '"page_number":2',
        ],
        ['inventory/schedule?integrationType=aws,gcp', 'inventory/schedules', 'aws,gcp'],
        ['inventory/schedule?alias=Sample', 'inventory/schedules', 'alias=Sample'],
        ['inventory/schedule?accountId=sample', 'inventory/schedules', 'accountId=sample'],
        ['inventory/schedule?status=enabled', 'inventory/schedules', 'status=enabled'],
        ['inventory/executions?page=2', 'inventory/executions', 'page_number=2'],
        ['inventory/executions?status=FAILED', 'inventory/executions', 'status=FAILED'],
        [
          'inventory/executions?startDate=1767225600000&endDate=1769904000000',
          'inventory/executions',
          'startDate=2026-01-01T00:00:00',
        ],
        ['inventory/executions?hasEvalResult=true', 'inventory/executions', 'hasEvalResult=true'],
        ['inventory/compliance?integrationType=aws', 'compliance/rules', 'integration_type=aws'],
        ['inventory/compliance?pageNumber=2', 'compliance/rules', 'page_number=2'],
        ['inventory/compliance?category=Security', 'compliance/rules', 'category=Security'],
        ['inventory/compliance?integrationId={sample_id}', 'compliance/rules', '={sample_id}'],
        [
          'inventory/compliance?integrationType=aws&criticality=alarm&benchmarkType=CIS',
          'compliance/rules',
          'benchmark=CIS',
        ],
        ['inventory/compliance?criticality=skip', 'compliance/rules', 'criticality=skip'],
        ['inventory/compliance?runError=true', 'compliance/rules', 'run_error=true'],
        ['audit-trails?page=2', 'audit_trails', 'page_number=2'],
        ['audit-trails?user={user_id}', 'audit_trails', 'user={user_id}'],
        ['audit-trails?action=createBot,publishBot', 'audit_trails', 'action=createBot,publishBot'],
        [
          'audit-trails?timeStamp=1767225600000,1769904000000',
          'audit_trails',
          'start_date=2026-01-01T00:00:00',
        ],
        ['library?name=bucket', 'library', 'name=bucket'],
        ['library?category=Security', 'library', 'category=Security'],
        ['library?tag_name=SecOps', 'library', 'tag_name=SecOps'],
        ['library?page=2', 'library', 'page_number=2'],
      ],
      30,
    ),
  )('requests the list with the parameters of %s', async (address, path, ...parts) => {
    apiRequests = [];
    await page.goto(`/app#/${withIds(address)}`);
    await eventually(requestsWith(withIds(path), parts.map(withIds)), (found) => found.length > 0);
  });
});

describe('the address of a page with parameters', () => {
  it.each([
    ['bots/{bot_id}?mode=view', sampleBot, 'Run now'],
    ['bots/{bot_id}/executions/{bot_exc_id}?mode=view', `Run of ${sampleBot}`, 'Finding arrives'],
    ['bots/{bot_id}/executions/{bot_exc_id}?mode=execute', `Run of ${sampleBot}`, 'web-1'],
    ['bots/new?panel=ai-builder&ref=compliance', 'New bot', 'AI builder'],
    ['?dashboard={dashboard_id}', 'Dashboards', 'Own costs'],
    ['?dashboard={dashboard_id}&dateRange=month', 'Dashboards', 'Last 30 days'],
    ['?dateRange=day', 'Dashboards', 'Last 24 hours'],
    ['integrations/view/{cluster_id}?ref=agent', 'Cluster one', 'Cluster agent'],
    ['account?tab=api-keys', 'Account', 'First start'],
  ])('applies the parameters of %s', async (address, title, text) => {
    await open(address, title);
    await waitForVisibleText(text);
  });
});

describe('the addresses of the Standard plan and of the welcome page', () => {
  it("standard redirects to the operator's listing, and Back skips the redirect", async () => {
    const listing = 'https://listing.example.com/standard';
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), standardUrl: listing } });
    });
    await page.route(listing, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>A listing</title>' }),
    );
    await page.goto('/app#/bots');
    await page.reload();
    await page.goto('/app#/standard');
    await page.waitForURL(listing);
    await page.goBack();
    await page.waitForURL('**/app#/bots');
    await unrouteAll(page);
    await page.reload();
  });

  it('start remembers where the user works, for this user and browser', async () => {
    await open('start', 'Welcome');
    await page.getByRole('radio', { name: /^Hosted/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForVisibleText('Enterprise subscription');
    const readScript = `localStorage.getItem('cloudwarden:${withIds('{user_id}')}:startupPreference')`;
    expect(await page.evaluate<string>(readScript)).toBe('"Hosted"');
    await open('start', 'Welcome');
    await expect(page.getByRole('radio', { name: /^Hosted/ }).isChecked()).resolves.toBe(true);
  });
});
