import type { PortalRun, PortalWait, StepGroup } from '#lib/domain/service-portal/portal.schema.ts';

/** What the steps of a group currently wait for. */
export const waitsOf = ({ steps }: StepGroup, run: PortalRun): PortalWait[] =>
  run.waits.filter(({ node_id }) => steps.some(({ id }) => id === node_id));

/** Whether an agent asks in the chat. Lists of runs do not include waits. */
export const asksInChat = ({ waits = [] }: Partial<Pick<PortalRun, 'waits'>>): boolean =>
  waits.some(({ kind }) => kind === 'message');

/** Ids of the approvals of agents' calls, which people decide in the chat. */
export const callApprovalIdsOf = (
  groups: readonly Pick<StepGroup, 'steps'>[],
  { waits = [] }: Partial<Pick<PortalRun, 'waits'>>,
): string[] => {
  const steps = groups.flatMap((group) => group.steps);
  const agents = new Set(steps.flatMap(({ id, type }) => (type === 'ai_agent' ? [id] : [])));
  return waits.flatMap(({ node_id, approval_id }) =>
    approval_id !== undefined && agents.has(node_id) ? [approval_id] : [],
  );
};

/** The waits of a group that only let time pass, the earliest end first. */
export const pausesOf = (group: StepGroup, run: PortalRun): PortalWait[] =>
  waitsOf(group, run)
    .filter(({ kind }) => kind === 'time')
    .sort((a, b) => (a.until < b.until ? -1 : 1));
