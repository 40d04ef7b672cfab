import { isoTime } from '#lib/kernel/clock.ts';
import { timedId } from '#lib/kernel/ids.ts';
import { badRequest, conflict, notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import { integrationStore } from '../integrations/integration.store.ts';
import { siteReachOf } from './address.rules.ts';
import { viewOf } from './agent.rules.ts';
import type { agentRoutes } from './agent.routes.ts';
import type { Agent } from './agent.schema.ts';
import { agentStore } from './agent.store.ts';
import { deleteEnrolmentKeys, enrolmentService } from './enrolment.service.ts';
import { type AgentDeps, requireAgent } from './find-agent.service.ts';
import { programUrl } from './program.schema.ts';
import { updateCommand } from './update-command.rules.ts';
import { agentVersion } from './version.schema.ts';

const nameTaken = () => conflict('An agent with this name already exists.', { field: 'name' });

/** Calls of the agents area, one function per route. */
export const agentService = (deps: AgentDeps): Service<typeof agentRoutes> => ({
  ...enrolmentService(deps),

  async listAgents({ tenant_id }, { integration_id, ...request }) {
    const page = await agentStore(deps.db, tenant_id).page(integration_id, request);
    const now = deps.clock();
    return { ...page, items: page.items.map((one) => viewOf(one, now)) };
  },

  getAgent: async (caller, { agent_id }) =>
    viewOf(await requireAgent(deps, caller, agent_id), deps.clock()),

  getAgentStatus: async (caller, { agent_id }) =>
    viewOf(await requireAgent(deps, caller, agent_id), deps.clock()),

  async getAgentInstall(caller, { agent_id, allow_changes }) {
    const found = await requireAgent(deps, caller, agent_id);
    const release = await deps.agentRelease();
    const mayChange = allow_changes === 'true';
    // Imported on demand: it loads the templates of the files, which few calls need.
    const { installerOf } = await import('./install.rules.ts');
    const key_id = found.enrolment?.key_id ?? found.enrolled_with;
    return installerOf(found, { site: deps.site.url, release, key_id, mayChange });
  },

  async getAgentRelease(_caller, { integration_type }) {
    const { sha256 } = await deps.agentRelease();
    const program_url = programUrl(deps.site.url);
    const update_command = updateCommand(integration_type, { program_url, sha256 });
    const { unusable } = siteReachOf(deps.site.url, integration_type);
    const release = { latest: agentVersion, sha256, program_url, update_command };
    return { ...release, ...(unusable !== undefined && { unusable }) };
  },

  async createAgent({ tenant_id, user_id }, { name, integration_id, integration_type }) {
    const integration = await integrationStore(deps.db, tenant_id).get(integration_id);
    if (!integration) throw notFound('integration', { field: 'integration_id' });
    if (integration.cspName !== integration_type) {
      const message = `${integration.alias} is an integration of another type.`;
      throw badRequest(message, { field: 'integration_type' });
    }
    const now = deps.clock();
    const at = isoTime(now);
    const newAgent: Omit<Agent, 'tenant_id'> = {
      _id: timedId('agt', now),
      name,
      integration_id,
      integration_type,
      status: 'REGISTRATION_IN_PROGRESS',
      user_id,
      created_at: at,
      updated_at: at,
    };
    const store = agentStore(deps.db, tenant_id);
    await store.underName(newAgent, { now, taken: nameTaken }, () => store.create(newAgent));
    return viewOf({ ...newAgent, tenant_id }, now);
  },

  /** Its key is rejected from the next call on; a job in progress ends with an unknown outcome. */
  async deleteAgent({ tenant_id }, { agent_id }) {
    if (!(await agentStore(deps.db, tenant_id).delete(agent_id))) throw notFound('agent');
    await deleteEnrolmentKeys(deps, tenant_id, agent_id);
    return {};
  },
});
