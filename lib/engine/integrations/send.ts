import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { type OutgoingAnswer, OutgoingError, type OutgoingRequest } from '../outgoing/request.ts';
import { authorised, type CallDeps } from './authorised.ts';
import { type Hide, hiding } from './secret-texts.ts';

/** A peer's answer as it came, and what takes the secrets out of it. */
export type Sent = { answer: OutgoingAnswer; hide: Hide };

/**
 * Sends a request with the secrets of an integration. What is kept of the answer or shown goes
 * through `hide` first, after it was read as JSON; errors are without secrets already.
 */
export const send = async (
  request: OutgoingRequest,
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<Sent> => {
  try {
    const { request: sent, hide } = await authorised(request, integration, deps);
    const answer = await deps.outgoing(sent);
    // A token may be revoked before it ends; the next attempt asks for another one.
    if (answer.status === 401) deps.tokens.forget(integration);
    return { answer, hide };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw new OutgoingError(error.kind, hiding(integration)(error.message));
  }
};
