import type { ComponentType } from 'react';
import type { PageKey } from '#lib/pages.ts';
import type { Prefetch } from '#web/api/prefetch.ts';

/** A page's code; `ask` makes the page's first calls before the page is drawn. */
type PageCode = { default: ComponentType; ask?: Prefetch | undefined };
export type LoadPage = () => Promise<PageCode>;

const toPageCode = (Page: ComponentType, list?: { ask: Prefetch }): PageCode => ({
  default: Page,
  ask: list?.ask,
});

/** The code of every page, loaded when it is opened. */
export const pageCode: Record<PageKey, LoadPage> = {
  dashboards: () =>
    // No calls are made ahead: every user starts here, also those who may not see dashboards.
    import('#web/pages/dashboards/dashboards.tsx').then((m) => toPageCode(m.DashboardsPage)),
  bots: () =>
    import('#web/pages/bots/list/bots.tsx').then((m) => toPageCode(m.BotsPage, m.botList)),
  newBot: () => import('#web/pages/bots/bot.tsx').then((m) => toPageCode(m.NewBotPage)),
  bot: () =>
    import('#web/pages/bots/bot.tsx').then((m) => toPageCode(m.BotPage, { ask: m.prefetchBot })),
  runs: () =>
    import('#web/pages/executions/runs.tsx').then((m) => toPageCode(m.RunsPage, m.runList)),
  anyRun: () =>
    import('#web/pages/executions/run-redirect.tsx').then((m) => toPageCode(m.RunRedirectPage)),
  run: () => import('#web/pages/executions/run.tsx').then((m) => toPageCode(m.RunPage)),
  chat: () => import('#web/pages/chat/chat.tsx').then((m) => toPageCode(m.ChatPage)),
  oldChat: () =>
    import('#web/pages/chat/chat-redirect.tsx').then((m) => toPageCode(m.ChatRedirectPage)),
  library: () =>
    import('#web/pages/library/library.tsx').then((m) => toPageCode(m.LibraryPage, m.templateList)),
  listeners: () =>
    import('#web/pages/listeners/listeners.tsx').then((m) =>
      toPageCode(m.ListenersPage, m.listenerList),
    ),
  listener: () =>
    import('#web/pages/listeners/wizard.tsx').then((m) => toPageCode(m.ListenerWizardPage)),
  listenerEvents: () =>
    import('#web/pages/listeners/events.tsx').then((m) =>
      toPageCode(m.ListenerEventsPage, m.eventList),
    ),
  integrations: () =>
    import('#web/pages/integrations/catalogue.tsx').then((m) =>
      toPageCode(m.IntegrationsPage, m.cataloguePrefetch),
    ),
  connectedIntegrations: () =>
    import('#web/pages/integrations/list.tsx').then((m) =>
      toPageCode(m.ConnectedIntegrationsPage, m.connectedList),
    ),
  integration: () =>
    import('#web/pages/integrations/integration.tsx').then((m) => toPageCode(m.IntegrationPage)),
  agent: () =>
    import('#web/pages/integrations/agents/agent.tsx').then((m) => toPageCode(m.AgentPage)),
  awsRole: () =>
    import('#web/pages/integrations/aws/update-role.tsx').then((m) => toPageCode(m.UpdateRolePage)),
  awsAccount: () =>
    import('#web/pages/integrations/aws/wizard.tsx').then((m) => toPageCode(m.AwsWizardPage)),
  newIntegration: () =>
    import('#web/pages/integrations/new-integration.tsx').then((m) =>
      toPageCode(m.NewIntegrationPage),
    ),
  actions: () =>
    import('#web/pages/actions/actions.tsx').then((m) => toPageCode(m.ActionsPage, m.actionList)),
  scanSchedules: () =>
    import('#web/pages/inventory/schedule/schedules.tsx').then((m) =>
      toPageCode(m.ScanSchedulesPage, m.scheduleList),
    ),
  scans: () =>
    import('#web/pages/inventory/executions/scans.tsx').then((m) =>
      toPageCode(m.ScansPage, m.scanList),
    ),
  scan: () =>
    import('#web/pages/inventory/executions/scan.tsx').then((m) => toPageCode(m.ScanPage)),
  approvals: () =>
    import('#web/pages/approvals/approvals.tsx').then((m) =>
      toPageCode(m.ApprovalsPage, m.approvalList),
    ),
  approval: () =>
    import('#web/pages/approvals/approval.tsx').then((m) => toPageCode(m.ApprovalPage)),
  takeAction: () =>
    import('#web/pages/approvals/take-action.tsx').then((m) => toPageCode(m.TakeActionPage)),
  userInputs: () =>
    import('#web/pages/user-inputs/user-inputs.tsx').then((m) =>
      toPageCode(m.UserInputsPage, m.userInputList),
    ),
  userInput: () =>
    import('#web/pages/user-inputs/user-input.tsx').then((m) => toPageCode(m.UserInputPage)),
  inventory: () =>
    import('#web/pages/inventory/inventory.tsx').then((m) =>
      toPageCode(m.InventoryPage, m.resourceList),
    ),
  inventoryView: () =>
    import('#web/pages/inventory/inventory.tsx').then((m) =>
      toPageCode(m.InventoryPage, m.resourceList),
    ),
  compliance: () =>
    import('#web/pages/inventory/compliance/compliance.tsx').then((m) =>
      toPageCode(m.CompliancePage, m.ruleList),
    ),
  ownRules: () =>
    import('#web/pages/inventory/compliance/own/own-rules.tsx').then((m) =>
      toPageCode(m.OwnRulesPage, m.ownRuleList),
    ),
  newOwnRule: () =>
    import('#web/pages/inventory/compliance/own/own-rule.tsx').then((m) =>
      toPageCode(m.NewOwnRulePage),
    ),
  ownRule: () =>
    import('#web/pages/inventory/compliance/own/own-rule.tsx').then((m) =>
      toPageCode(m.OwnRulePage),
    ),
  exceptions: () =>
    import('#web/pages/inventory/compliance/exceptions/exceptions.tsx').then((m) =>
      toPageCode(m.ExceptionsPage, m.exceptionList),
    ),
  notifications: () =>
    import('#web/pages/notifications/notifications.tsx').then((m) =>
      toPageCode(m.NotificationsPage, m.notificationList),
    ),
  apps: () =>
    import('#web/pages/service-portal/apps.tsx').then((m) => toPageCode(m.AppsPage, m.appList)),
  app: () => import('#web/pages/service-portal/app.tsx').then((m) => toPageCode(m.AppPage)),
  portalRun: () =>
    import('#web/pages/service-portal/run.tsx').then((m) => toPageCode(m.PortalRunPage)),
  portalRuns: () =>
    import('#web/pages/service-portal/history.tsx').then((m) =>
      toPageCode(m.HistoryPage, m.portalRunList),
    ),
  users: () =>
    import('#web/pages/users/users.tsx').then((m) => toPageCode(m.UsersPage, m.userList)),
  newUser: () => import('#web/pages/users/user.tsx').then((m) => toPageCode(m.NewUserPage)),
  user: () => import('#web/pages/users/user.tsx').then((m) => toPageCode(m.UserPage)),
  roles: () =>
    import('#web/pages/roles/roles.tsx').then((m) => toPageCode(m.RolesPage, m.roleList)),
  newRole: () => import('#web/pages/roles/new-role.tsx').then((m) => toPageCode(m.NewRolePage)),
  role: () => import('#web/pages/roles/edit-role.tsx').then((m) => toPageCode(m.EditRolePage)),
  auditTrails: () =>
    import('#web/pages/audit/audit-trails.tsx').then((m) =>
      toPageCode(m.AuditTrailsPage, m.auditList),
    ),
  start: () => import('#web/pages/onboarding/start.tsx').then((m) => toPageCode(m.StartPage)),
  standard: () =>
    import('#web/pages/account/standard-plan.tsx').then((m) => toPageCode(m.StandardPlanPage)),
  account: () => import('#web/pages/account/account.tsx').then((m) => toPageCode(m.AccountPage)),
  subscription: () =>
    import('#web/pages/account/account.tsx').then((m) => toPageCode(m.AccountPage)),
};
