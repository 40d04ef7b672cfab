import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { limits } from '#lib/kernel/limits.ts';
import { isFailed } from '../../nodes/call-failure.ts';
import { integrationOf } from '../../nodes/integration.ts';
import { type EffectCall, type Failed, failedForGood } from '../../nodes/node.ts';
import type { ActionRequest } from '../kind.ts';
import { wrongTypeFailure } from '../unsupported-integration.ts';
import { type ClientCall, describeCall } from './client-call.ts';

type Client = { integration: OpenedIntegration; read_only: boolean };

/** The clients of an action by name, with the integrations that the node names for them. */
export type Clients = ReadonlyMap<string, Client>;

/** Opens the integrations of the clients, or returns why one cannot be used. */
export const openClients = async (
  call: EffectCall,
  { action, clients }: ActionRequest<'python'>,
): Promise<Clients | Failed> => {
  const opened = new Map<string, Client>();
  for (const { name, integration_type, read_only } of action.call.clients) {
    const setting = clients[name] ?? { type: integration_type };
    const integration = await integrationOf(call, setting, 'requests');
    if (isFailed(integration)) return integration;
    const mismatch = wrongTypeFailure({ name, integration_type }, integration);
    if (mismatch) return mismatch;
    opened.set(name, { integration, read_only });
  }
  return opened;
};

/**
 * The client of a call, or why the call is not made; `callCount` is the number of earlier calls.
 */
export const clientFor = (
  clients: Clients,
  call: ClientCall,
  callCount: number,
): Client | Failed => {
  const client = clients.get(call.client);
  if (!client) return failedForGood(`This action has no client ${call.client.slice(0, 40)}.`);
  if (client.read_only && call.method !== 'GET') {
    return failedForGood(
      `The client ${call.client} is read-only, and the code called ${describeCall(call)}. ` +
        'Permit it to write in the action, or leave this call out.',
    );
  }
  return callCount < limits.clientCalls
    ? client
    : failedForGood(
        `The code makes more than ${limits.clientCalls} calls. Request more with each.`,
      );
};
