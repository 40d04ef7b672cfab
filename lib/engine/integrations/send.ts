import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import {
  beforeSending,
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingRequest,
} from '../outgoing/request.ts';
import { authorised, type CallDeps } from './authorised.ts';
import { type Hide, hiding } from '#lib/kernel/secret-texts.ts';

/** A peer's answer as it came, and what takes the secrets out of it. */
export type Sent = { answer: OutgoingAnswer; hide: Hide };

const sentOnce = async (
  request: OutgoingRequest,
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<Sent> => {
  const { request: sent, hide } = await beforeSending(
    authorised(request, integration, deps),
  );
  const held = deps.tokens.held(integration);
  const answer = await deps.outgoing(sent);
  if (answer.status === 401) deps.tokens.forget(integration, held);
  return { answer, hide };
};

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
    const isRemembered = deps.tokens.has(integration);
    const first = await sentOnce(request, integration, deps);
    // A token may be revoked before it ends, and nothing was done with one that is not taken.
    const isOver = first.answer.status === 401 && isRemembered;
    return isOver ? await sentOnce(request, integration, deps) : first;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const { kind, message, wasSent } = error;
    throw new OutgoingError(kind, hiding(integration)(message), wasSent);
  }
};
