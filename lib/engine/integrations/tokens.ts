import { createHash } from 'node:crypto';
import type { Clock } from '#lib/kernel/clock.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';

export type Token = { text: string; expiresAt: number };
type Held = Promise<Token> | undefined;

/** A token is not used in the last minute of its life (ms), since a call may take half a minute. */
const margin = 60_000;
const maxCachedTokens = 1000;

/**
 * A key of the integration and all its values: a token is never found for another organisation,
 * account or secret.
 */
const keyOf = ({ tenant_id, accountId, type, values }: OpenedIntegration): string =>
  createHash('sha256')
    .update(JSON.stringify([tenant_id, accountId, type.name, Object.entries(values).sort()]))
    .digest('hex');

/** Tokens that were fetched, kept in memory only, until shortly before they expire. */
export const newTokenCache = () => {
  const tokens = new Map<string, Promise<Token>>();

  const shared = (key: string, fetch: () => Promise<Token>): Promise<Token> => {
    const token = fetch();
    tokens.set(key, token);
    for (const oldest of tokens.keys()) {
      if (tokens.size <= maxCachedTokens) break;
      tokens.delete(oldest);
    }
    token.catch(() => {
      if (tokens.get(key) === token) tokens.delete(key);
    });
    return token;
  };

  return {
    /** The token of an integration; concurrent calls share one that is being fetched. */
    async of(
      integration: OpenedIntegration,
      clock: Clock,
      fetch: () => Promise<Token>,
    ): Promise<string> {
      const key = keyOf(integration);
      const cached = tokens.get(key);
      if (cached) {
        const { text, expiresAt } = await cached;
        if (clock() < expiresAt - margin) return text;
        if (tokens.get(key) === cached) tokens.delete(key);
      }
      return (await (tokens.get(key) ?? shared(key, fetch))).text;
    },

    /** Whether a token of the integration is in memory, or is being fetched. */
    has: (integration: OpenedIntegration): boolean => tokens.has(keyOf(integration)),

    /** The token that calls use now, for `forget` if the service rejects it. */
    held: (integration: OpenedIntegration): Held => tokens.get(keyOf(integration)),

    /** Forgets a rejected token, but not one that has been fetched since. */
    forget: (integration: OpenedIntegration, usedToken: Held): void => {
      const key = keyOf(integration);
      if (tokens.get(key) === usedToken) tokens.delete(key);
    },
  };
};
export type TokenCache = ReturnType<typeof newTokenCache>;
