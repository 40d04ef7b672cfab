import type { ComponentType } from 'react';

export type LoadPage = () => Promise<{ default: ComponentType }>;

/** Every page by its path. Fixed segments win over variables, whatever the order. */
export const pages: Record<string, LoadPage> = {
  listeners: () =>
    import('#web/pages/listeners/listeners.tsx').then((m) => ({ default: m.ListenersPage })),
  'listeners/view/:listener_id': () =>
    import('#web/pages/listeners/events.tsx').then((m) => ({ default: m.ListenerEventsPage })),
  'listeners/:listener_id': () =>
    import('#web/pages/listeners/wizard.tsx').then((m) => ({ default: m.ListenerWizardPage })),
  credentials: () =>
    import('#web/pages/credentials/credentials.tsx').then((m) => ({ default: m.CredentialsPage })),
  'credentials/:credential_id': () =>
    import('#web/pages/credentials/credential.tsx').then((m) => ({ default: m.CredentialPage })),
  bots: () => import('#web/pages/bots/list/bots.tsx').then((m) => ({ default: m.BotsPage })),
  'bots/new': () => import('#web/pages/bots/bot.tsx').then((m) => ({ default: m.NewBotPage })),
  'bots/:bot_id': () => import('#web/pages/bots/bot.tsx').then((m) => ({ default: m.BotPage })),
  'bots/executions': () =>
    import('#web/pages/executions/runs.tsx').then((m) => ({ default: m.RunsPage })),
  'bots/executions/:bot_exc_id': () =>
    import('#web/pages/executions/run-redirect.tsx').then((m) => ({ default: m.RunRedirectPage })),
  'bots/:bot_id/executions/:bot_exc_id': () =>
    import('#web/pages/executions/run.tsx').then((m) => ({ default: m.RunPage })),
  library: () => import('#web/pages/library/library.tsx').then((m) => ({ default: m.LibraryPage })),
  approvals: () =>
    import('#web/pages/approvals/approvals.tsx').then((m) => ({ default: m.ApprovalsPage })),
  'approvals/view/:approval_id': () =>
    import('#web/pages/approvals/approval.tsx').then((m) => ({ default: m.ApprovalPage })),
  'approvals/:approval_id': () =>
    import('#web/pages/approvals/take-action.tsx').then((m) => ({ default: m.TakeActionPage })),
  'user-input': () =>
    import('#web/pages/user-inputs/user-inputs.tsx').then((m) => ({ default: m.UserInputsPage })),
  'user-input/:user_input_id': () =>
    import('#web/pages/user-inputs/user-input.tsx').then((m) => ({ default: m.UserInputPage })),
  notifications: () =>
    import('#web/pages/notifications/notifications.tsx').then((m) => ({
      default: m.NotificationsPage,
    })),
  'service-portal/apps': () =>
    import('#web/pages/service-portal/apps.tsx').then((m) => ({ default: m.AppsPage })),
  'service-portal/apps/:app_id': () =>
    import('#web/pages/service-portal/app.tsx').then((m) => ({ default: m.AppPage })),
  'service-portal/apps/:app_id/history/:bot_exc_id': () =>
    import('#web/pages/service-portal/run.tsx').then((m) => ({ default: m.PortalRunPage })),
  'service-portal/history': () =>
    import('#web/pages/service-portal/history.tsx').then((m) => ({ default: m.HistoryPage })),
  users: () => import('#web/pages/users/users.tsx').then((m) => ({ default: m.UsersPage })),
  'users/new': () => import('#web/pages/users/user.tsx').then((m) => ({ default: m.NewUserPage })),
  'users/:user_id': () =>
    import('#web/pages/users/user.tsx').then((m) => ({ default: m.UserPage })),
  'rbac/home': () => import('#web/pages/roles/roles.tsx').then((m) => ({ default: m.RolesPage })),
  'rbac/newRole': () =>
    import('#web/pages/roles/new-role.tsx').then((m) => ({ default: m.NewRolePage })),
  'rbac/editRole/:role_id': () =>
    import('#web/pages/roles/edit-role.tsx').then((m) => ({ default: m.EditRolePage })),
  'audit-trails': () =>
    import('#web/pages/audit/audit-trails.tsx').then((m) => ({
      default: m.AuditTrailsPage,
    })),
  account: () => import('#web/pages/account/account.tsx').then((m) => ({ default: m.AccountPage })),
  'account/subscription': () =>
    import('#web/pages/account/account.tsx').then((m) => ({ default: m.AccountPage })),
  '*': () =>
    import('#web/pages/not-found/not-found.tsx').then((m) => ({ default: m.NotFoundPage })),
};
