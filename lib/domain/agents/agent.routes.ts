import * as z from 'zod';
import { pageQuery } from '#lib/kernel/page.ts';
import { defineRoutes } from '#lib/kernel/route.ts';
import {
  agentId,
  agentInstall,
  agentPage,
  agentRelease,
  agentStatus,
  agentType,
  agentView,
  createdAgentKey,
  enrolment,
  enrolmentResult,
  newAgent,
} from './agent.schema.ts';

const agentIdInput = z.strictObject({ agent_id: agentId });

const read = { permission: 'read_agent', resource: 'agent' } as const;
const create = { permission: 'create_agent', resource: 'agent' } as const;

/** Routes of the agents area: the programs that run in clusters and on hosts. */
export const agentRoutes = defineRoutes({
  listAgents: {
    method: 'GET',
    path: 'agents',
    ...read,
    input: z.strictObject({ ...pageQuery(), integration_id: z.string().max(60) }),
    output: agentPage,
    audit: 'List the agents of an integration',
  },
  getAgent: {
    method: 'GET',
    path: 'agents/{agent_id}',
    ...read,
    input: agentIdInput,
    output: agentView,
    audit: 'Read an agent',
  },
  getAgentStatus: {
    method: 'GET',
    path: 'agents/{agent_id}/status',
    ...read,
    input: agentIdInput,
    output: agentStatus,
    audit: 'Read the status of an agent',
  },
  getAgentInstall: {
    method: 'GET',
    path: 'agents/{agent_id}/install',
    ...read,
    // For a cluster: whether the agent may change anything there.
    input: agentIdInput.extend({ allow_changes: z.enum(['true', 'false']).default('false') }),
    output: agentInstall,
    audit: 'Download the installer of an agent',
  },
  getAgentRelease: {
    method: 'GET',
    path: 'agent_releases/{integration_type}',
    ...read,
    input: z.strictObject({ integration_type: agentType }),
    output: agentRelease,
    audit: 'Read the latest version of agents',
  },
  createAgent: {
    method: 'POST',
    path: 'agents',
    ...create,
    input: newAgent,
    output: agentView,
    evidence: ({ name, integration_id, integration_type }) => ({
      Name: name,
      Integration: integration_id,
      Type: integration_type,
    }),
    audit: 'Add an agent',
    status: 201,
  },
  createAgentKey: {
    method: 'POST',
    path: 'agents/{agent_id}/keys',
    ...create,
    input: agentIdInput,
    output: createdAgentKey,
    evidence: (_input, { api_key_id, expires_on }) => ({ Key: api_key_id, Expires: expires_on }),
    audit: 'Create an enrolment key for an agent',
    status: 201,
  },
  deleteAgent: {
    method: 'DELETE',
    path: 'agents/{agent_id}',
    permission: 'delete_agent',
    resource: 'agent',
    input: agentIdInput,
    output: z.object({}),
    audit: 'Delete an agent',
  },
  enrolAgent: {
    method: 'POST',
    path: 'agents/{agent_id}/enrolment',
    permission: 'create_agent_enrolment',
    resource: 'agent',
    holders: 'agents',
    input: enrolment,
    output: enrolmentResult,
    evidence: ({ facts }) => ({ Version: facts.version, System: facts.os }),
    audit: 'Enrol an agent',
  },
});
