import type { ComponentType } from 'react';
import type { PageKey } from '#lib/pages.ts';
import type { Ask } from '#web/api/ask-first.ts';

/** A page's code; `ask` makes its first calls before the page is drawn. */
export type LoadPage = () => Promise<{ default: ComponentType; ask?: Ask }>;

/** The code of every page, loaded when it is opened. */
export const pageCode: Record<PageKey, LoadPage> = {
  bots: () =>
    import('#web/pages/bots/list/bots.tsx').then((m) => ({ default: m.BotsPage, ask: m.askBots })),
  newBot: () => import('#web/pages/bots/bot.tsx').then((m) => ({ default: m.NewBotPage })),
  bot: () =>
    import('#web/pages/bots/bot.tsx').then((m) => ({ default: m.BotPage, ask: m.askBot })),
  runs: () => import('#web/pages/executions/runs.tsx').then((m) => ({ default: m.RunsPage })),
  anyRun: () =>
    import('#web/pages/executions/run-redirect.tsx').then((m) => ({ default: m.RunRedirectPage })),
  run: () => import('#web/pages/executions/run.tsx').then((m) => ({ default: m.RunPage })),
  library: () => import('#web/pages/library/library.tsx').then((m) => ({ default: m.LibraryPage })),
  listeners: () =>
    import('#web/pages/listeners/listeners.tsx').then((m) => ({ default: m.ListenersPage })),
  listener: () =>
    import('#web/pages/listeners/wizard.tsx').then((m) => ({ default: m.ListenerWizardPage })),
  listenerEvents: () =>
    import('#web/pages/listeners/events.tsx').then((m) => ({ default: m.ListenerEventsPage })),
  credentials: () =>
    import('#web/pages/credentials/credentials.tsx').then((m) => ({ default: m.CredentialsPage })),
  credential: () =>
    import('#web/pages/credentials/credential.tsx').then((m) => ({ default: m.CredentialPage })),
  approvals: () =>
    import('#web/pages/approvals/approvals.tsx').then((m) => ({ default: m.ApprovalsPage })),
  approval: () =>
    import('#web/pages/approvals/approval.tsx').then((m) => ({ default: m.ApprovalPage })),
  takeAction: () =>
    import('#web/pages/approvals/take-action.tsx').then((m) => ({ default: m.TakeActionPage })),
  userInputs: () =>
    import('#web/pages/user-inputs/user-inputs.tsx').then((m) => ({ default: m.UserInputsPage })),
  userInput: () =>
    import('#web/pages/user-inputs/user-input.tsx').then((m) => ({ default: m.UserInputPage })),
  notifications: () =>
    import('#web/pages/notifications/notifications.tsx').then((m) => ({
      default: m.NotificationsPage,
    })),
  apps: () => import('#web/pages/service-portal/apps.tsx').then((m) => ({ default: m.AppsPage })),
  app: () => import('#web/pages/service-portal/app.tsx').then((m) => ({ default: m.AppPage })),
  portalRun: () =>
    import('#web/pages/service-portal/run.tsx').then((m) => ({ default: m.PortalRunPage })),
  portalRuns: () =>
    import('#web/pages/service-portal/history.tsx').then((m) => ({ default: m.HistoryPage })),
  users: () => import('#web/pages/users/users.tsx').then((m) => ({ default: m.UsersPage })),
  newUser: () => import('#web/pages/users/user.tsx').then((m) => ({ default: m.NewUserPage })),
  user: () => import('#web/pages/users/user.tsx').then((m) => ({ default: m.UserPage })),
  roles: () => import('#web/pages/roles/roles.tsx').then((m) => ({ default: m.RolesPage })),
  newRole: () => import('#web/pages/roles/new-role.tsx').then((m) => ({ default: m.NewRolePage })),
  role: () => import('#web/pages/roles/edit-role.tsx').then((m) => ({ default: m.EditRolePage })),
  auditTrails: () =>
    import('#web/pages/audit/audit-trails.tsx').then((m) => ({ default: m.AuditTrailsPage })),
  account: () => import('#web/pages/account/account.tsx').then((m) => ({ default: m.AccountPage })),
  subscription: () =>
    import('#web/pages/account/account.tsx').then((m) => ({ default: m.AccountPage })),
};
