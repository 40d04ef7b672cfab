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
  approvals: () =>
    import('#web/pages/approvals/approvals.tsx').then((m) => ({ default: m.ApprovalsPage })),
  'approvals/view/:approval_id': () =>
    import('#web/pages/approvals/approval.tsx').then((m) => ({ default: m.ApprovalPage })),
  'approvals/:approval_id': () =>
    import('#web/pages/approvals/take-action.tsx').then((m) => ({ default: m.TakeActionPage })),
  '*': () => import('#web/pages/not-found/not-found.tsx').then((m) => ({ default: m.NotFoundPage })),
};
