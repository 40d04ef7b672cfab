import type { PortalRun, PortalWait, StepGroup } from '#lib/domain/service-portal/portal.schema.ts';

/** What the steps of a group wait for now. */
export const waitsOf = ({ steps }: StepGroup, run: PortalRun): PortalWait[] =>
  run.waits.filter(({ node_id }) => steps.some(({ id }) => id === node_id));

/** Lists of runs do not tell what runs wait for. */
export const asksInChat = ({ waits = [] }: Partial<Pick<PortalRun, 'waits'>>): boolean =>
  waits.some(({ kind }) => kind === 'message');

/** The approvals of calls that agents ask for, which people decide in the chat. */
export const callApprovals = (
  groups: readonly Pick<StepGroup, 'steps'>[],
  { waits = [] }: Partial<Pick<PortalRun, 'waits'>>,
): string[] => {
  const steps = groups.flatMap((group) => group.steps);
  const agents = new Set(steps.flatMap(({ id, type }) => (type === 'ai_agent' ? [id] : [])));
  return waits.flatMap(({ node_id, approval_id }) =>
    approval_id !== undefined && agents.has(node_id) ? [approval_id] : [],
  );
};

/** Those of them that only let time pass, the first to end before the others. */
export const pausesOf = (group: StepGroup, run: PortalRun): PortalWait[] =>
  waitsOf(group, run)
    .filter(({ kind }) => kind === 'time')
    .sort((a, b) => (a.until < b.until ? -1 : 1));
