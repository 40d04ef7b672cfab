import { useMemo } from 'react';
import type { CatalogueEntry } from '#lib/domain/integrations/catalogue.schema.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';

/** The display text of a name without its own label: its words, with a capital. */
export const displayNameOf = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const none: readonly CatalogueEntry[] = [];

/** The catalogue, fetched once: the names and badges of integration types. */
export const useIntegrationTypes = (enabled = true) => {
  const { data } = useCall(integrations.listIntegrationTypes, {}, { lasting: true, enabled });
  const types = data?.items ?? none;
  return useMemo(() => {
    const byName = new Map(types.map((entry) => [entry.name, entry]));
    const nameOf = (type: string) => byName.get(type)?.displayName ?? displayNameOf(type);
    return {
      types,
      /** Why integrations cannot be requested. */
      noRequests: data?.no_requests,
      nameOf,
      badgeOf: (type: string) =>
        byName.get(type)?.badge ?? { letters: displayNameOf(type).slice(0, 2), colour: '#5f6b7a' },
    };
  }, [types, data?.no_requests]);
};
