import { createGuard, guards, readGuard } from './kernel/guards.ts';
import type { Page } from './kernel/page-entry.ts';

/** The pages outside the console: signing in, and signing out. */
export const sessionPaths = { login: '/login', logout: '/logout' } as const;

const definePages = <const P extends { [K in keyof P]: Page & { within?: keyof P } }>(list: P): P =>
  list;

const portalMenu = {
  section: 'Service portal',
  guard: guards.listPortalApps,
};
const inventoryMenu = { section: 'Inventory', guard: guards.queryInventory };
const administrationMenu = { section: 'Administration' };

const countVariables = (segments: readonly string[]): number =>
  segments.filter((segment) => segment.startsWith(':')).length;

/** Every page that a signed-in user can open; `web/src/app/pages.ts` maps them to their code. */
export const pages = definePages({
  dashboards: {
    path: '/',
    title: 'Dashboards',
    menu: { guard: guards.listDashboards },
  },
  bots: { path: '/bots', title: 'Bots', menu: { guard: guards.listBots } },
  newBot: {
    path: '/bots/new',
    title: 'New bot',
    within: 'bots',
    canvas: true,
    command: { text: 'Create bot', synonyms: 'new workflow', guard: createGuard('bot') },
  },
  bot: { path: '/bots/:bot_id', title: 'Bot', within: 'bots', canvas: true },
  runs: {
    path: '/bots/executions',
    title: 'Bot runs',
    within: 'bots',
    menu: { guard: guards.listExecutions },
  },
  /** Looks up the bot of a run and leads on to the run's page, when only the run's id is known. */
  anyRun: { path: '/bots/executions/:bot_exc_id', title: 'Run', within: 'runs' },
  run: {
    path: '/bots/:bot_id/executions/:bot_exc_id',
    title: 'Run',
    within: 'runs',
    canvas: true,
  },
  chat: {
    path: '/chatv2/:bot_id/executions/:bot_exc_id',
    title: 'Chat',
    within: 'runs',
    canvas: true,
  },
  /** Redirects to the chat. */
  oldChat: { path: '/chat/:bot_id/executions/:bot_exc_id', title: 'Chat', within: 'runs' },
  library: {
    path: '/library',
    title: 'Library',
    menu: { guard: readGuard('library') },
  },
  listeners: {
    path: '/listeners',
    title: 'Listeners',
    menu: { guard: guards.listListeners },
  },
  /** The id `new` opens the form that creates one. */
  listener: { path: '/listeners/:listener_id', title: 'Listener', within: 'listeners' },
  listenerEvents: { path: '/listeners/view/:listener_id', title: 'Listener', within: 'listeners' },
  integrations: {
    path: '/integrations',
    title: 'Integrations',
    menu: { guard: guards.listIntegrations },
  },
  connectedIntegrations: {
    path: '/integrations/list',
    title: 'Connected integrations',
    within: 'integrations',
  },
  integration: {
    path: '/integrations/view/:accountId',
    title: 'Integration',
    within: 'connectedIntegrations',
  },
  /** Updates the role of a connected AWS account. */
  awsRole: {
    path: '/integrations/view/:accountId/role',
    title: 'Role update',
    within: 'integration',
  },
  /** An agent: a program that works in a cluster or on a host. */
  agent: {
    path: '/integrations/view/:accountId/agents/:agent_id',
    title: 'Agent',
    within: 'integration',
  },
  /** The wizard that connects an AWS account. */
  awsAccount: {
    path: '/integrations/aws',
    title: 'Connect an AWS account',
    within: 'integrations',
    command: {
      text: 'Connect AWS account',
      synonyms: 'add new integration cloud',
      guard: createGuard('integration'),
    },
  },
  /** The form that connects an integration of one type. */
  newIntegration: {
    path: '/integrations/:cspName',
    title: 'Connect an integration',
    within: 'integrations',
  },
  actions: {
    path: '/actions',
    title: 'Actions',
    menu: { guard: guards.listActions },
  },
  inventory: {
    path: '/inventory',
    title: 'Inventory',
    menu: { ...inventoryMenu, text: 'Search' },
  },
  /** The inventory under a second address. */
  inventoryView: { path: '/inventory/view', title: 'Inventory', within: 'inventory' },
  compliance: { path: '/inventory/compliance', title: 'Compliance', menu: inventoryMenu },
  ownRules: { path: '/inventory/compliance/rules', title: 'Own rules', within: 'compliance' },
  newOwnRule: {
    path: '/inventory/compliance/rules/new',
    title: 'Create rule',
    within: 'ownRules',
    command: {
      text: 'Create rule',
      synonyms: 'new compliance',
      guard: createGuard('compliance_rule'),
    },
  },
  ownRule: {
    path: '/inventory/compliance/rules/:own_rule_id',
    title: 'Rule',
    within: 'ownRules',
  },
  exceptions: {
    path: '/inventory/compliance/exceptions',
    title: 'Exceptions',
    within: 'compliance',
  },
  scanSchedules: {
    path: '/inventory/schedule',
    title: 'Inventory schedule',
    menu: { ...inventoryMenu, text: 'Schedule' },
  },
  scans: {
    path: '/inventory/executions',
    title: 'Inventory executions',
    menu: { ...inventoryMenu, text: 'Executions' },
  },
  scan: { path: '/inventory/executions/:execution_id', title: 'Scan', within: 'scans' },
  approvals: {
    path: '/approvals',
    title: 'Approvals',
    menu: { guard: guards.listApprovals, staffOnly: true },
  },
  approval: { path: '/approvals/view/:approval_id', title: 'Approval', within: 'approvals' },
  takeAction: { path: '/approvals/:approval_id', title: 'Approval', within: 'approvals' },
  userInputs: {
    path: '/user-input',
    title: 'User Input',
    menu: { guard: guards.listUserInputs, staffOnly: true },
  },
  userInput: { path: '/user-input/:user_input_id', title: 'User input', within: 'userInputs' },
  notifications: { path: '/notifications', title: 'Notifications' },
  apps: { path: '/service-portal/apps', title: 'Self Service Apps', menu: portalMenu },
  app: { path: '/service-portal/apps/:app_id', title: 'App', within: 'apps' },
  portalRun: {
    path: '/service-portal/apps/:app_id/history/:bot_exc_id',
    title: 'Run',
    within: 'app',
  },
  portalRuns: {
    path: '/service-portal/history',
    title: 'History',
    within: 'apps',
    menu: portalMenu,
  },
  users: {
    path: '/users',
    title: 'Users',
    menu: { ...administrationMenu, guard: guards.listUsers },
  },
  newUser: {
    path: '/users/new',
    title: 'Create user',
    within: 'users',
    command: { text: 'Create user', synonyms: 'new invite person', guard: createGuard('user') },
  },
  user: { path: '/users/:user_id', title: 'User', within: 'users' },
  roles: {
    path: '/rbac/home',
    title: 'Role-Based Access Control',
    menu: { ...administrationMenu, text: 'Roles', guard: readGuard('role') },
  },
  newRole: {
    path: '/rbac/newRole',
    title: 'New Role',
    within: 'roles',
    command: { text: 'Create role', synonyms: 'new permission', guard: createGuard('role') },
  },
  role: { path: '/rbac/editRole/:role_id', title: 'Edit Role', within: 'roles' },
  auditTrails: {
    path: '/audit-trails',
    title: 'Audit Trail',
    menu: { ...administrationMenu, guard: readGuard('audit_trail') },
  },
  /** Choice of where to start working: shown once, and available later at this address. */
  start: { path: '/start', title: 'Welcome' },
  /** Leads out of the console, to a marketplace listing. */
  standard: { path: '/standard', title: 'Standard plan' },
  account: { path: '/account', title: 'Account' },
  subscription: { path: '/account/subscription', title: 'Account' },
});

export type PageKey = keyof typeof pages;

/** Returns a page with all its optional fields typed. */
export const pageOf = (key: PageKey): Page & { within?: PageKey } => pages[key];

const partsOf = (path: string): string[] => path.replace(/\/$/, '').split('/');

const addresses = (Object.keys(pages) as PageKey[])
  .map((key) => ({ key, parts: partsOf(pages[key].path) }))
  // Fixed segments take precedence over variables.
  .toSorted((a, b) => countVariables(a.parts) - countVariables(b.parts));

/** Finds the page of an address, with the values of its variables. */
export const pageAt = (pathname: string) => {
  const segments = partsOf(pathname);
  const found = addresses.find(
    ({ parts }) =>
      parts.length === segments.length &&
      parts.every((segment, n) =>
        segment.startsWith(':') ? segments[n] !== '' : segment === segments[n],
      ),
  );
  if (!found) return undefined;
  const values = found.parts.flatMap((segment, n): [string, string][] =>
    segment.startsWith(':') ? [[segment.slice(1), segments[n] ?? '']] : [],
  );
  return { key: found.key, values: Object.fromEntries(values) };
};

type Variables<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Variables<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Values<K extends PageKey> = Record<Variables<(typeof pages)[K]['path']>, string>;

/** The query after the `?`; undefined values are left out. */
type Query = Record<string, string | undefined>;

type PathArguments<K extends PageKey> = keyof Values<K> extends never
  ? [values?: Record<string, never>, query?: Query]
  : [values: Values<K>, query?: Query];

/** Returns the address of a page: `pathTo('bot', { bot_id }, { mode: 'view' })`. */
export const pathTo = <K extends PageKey>(key: K, ...args: PathArguments<K>): string => {
  const [values = {}, query = {}] = args;
  const valueByName: Record<string, string> = values;
  const path = pages[key].path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(valueByName[name] ?? ''),
  );
  const queryParts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return queryParts.length === 0 ? path : `${path}?${queryParts.join('&')}`;
};

/** The same as a link inside the console: `#/bots/…`. */
export const hrefTo = <K extends PageKey>(key: K, ...args: PathArguments<K>): string =>
  `#${pathTo(key, ...args)}`;

/** The same as an absolute link, for mails and other places outside the console. */
export const linkTo = (site: { url: string }, path: string): string => `${site.url}/app#${path}`;
