import type { Agent, AgentView } from './agent.schema.ts';
import { agentVersion } from './version.schema.ts';

/** The greatest age (ms) of the last claim of an agent that still counts as online. */
const onlineWindow = 2 * 60_000;

/** Whether an agent is online, that is, has asked for work recently. */
export const isOnline = ({ last_claim_at }: Pick<Agent, 'last_claim_at'>, now: number): boolean =>
  last_claim_at !== undefined && now - Date.parse(last_claim_at) < onlineWindow;

/** The health of an agent, as pages show it. */
export const healthOf = (
  one: Agent,
  now: number,
): Pick<AgentView, 'resource_status' | 'agent_status'> =>
  isOnline(one, now)
    ? { resource_status: 'HEALTHY', agent_status: 'online' }
    : { resource_status: 'UNHEALTHY', agent_status: 'offline' };

/** An agent as the API returns it, without its keys and other credentials. */
export const viewOf = (one: Agent, now: number): AgentView => {
  const { tenant_id, public_key, enrolment, enrolled_with, running, ...visibleFields } = one;
  const isOpen = enrolment !== undefined && Date.parse(enrolment.expires_at) > now;
  const isExpired = enrolment !== undefined && !isOpen;
  return {
    ...visibleFields,
    agent_id: one._id,
    ...healthOf(one, now),
    enrolment: isOpen ? 'open' : isExpired ? 'expired' : 'none',
    ...(isOpen && { enrolment_expires_at: enrolment.expires_at }),
    latest: agentVersion,
  };
};
