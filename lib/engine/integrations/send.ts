import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import {
  beforeSending,
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingRequest,
} from '../outgoing/request.ts';
import { authoriseRequest, type CallDeps } from './authorise-request.ts';
import { type Mask, secretMasker } from '#lib/kernel/secret-masking.ts';

/** A service's answer as received, and the function that removes the secrets from it. */
export type SendResult = { answer: OutgoingAnswer; hide: Mask };

const sendOnce = async (
  request: OutgoingRequest,
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<SendResult> => {
  const { request: sent, hide } = await beforeSending(authoriseRequest(request, integration, deps));
  const usedToken = deps.tokens.held(integration);
  const answer = await deps.outgoing(sent);
  if (answer.status === 401) deps.tokens.forget(integration, usedToken);
  return { answer, hide };
};

/**
 * Sends a request with the secrets of an integration. Any part of the answer that is stored or
 * shown must first be parsed as JSON, then pass through `hide`. Throws an `OutgoingError` without
 * secrets.
 */
export const send = async (
  request: OutgoingRequest,
  integration: OpenedIntegration,
  deps: CallDeps,
): Promise<SendResult> => {
  try {
    const isRemembered = deps.tokens.has(integration);
    const first = await sendOnce(request, integration, deps);
    // A token may be revoked before it expires; a call rejected with 401 had no effect, so it is
    // repeated with a new token.
    const needsNewToken = first.answer.status === 401 && isRemembered;
    return needsNewToken ? await sendOnce(request, integration, deps) : first;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const { kind, message, wasSent } = error;
    throw new OutgoingError(kind, secretMasker(integration)(message), wasSent);
  }
};
