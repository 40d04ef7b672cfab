import { useState } from 'react';
import { integrationRoutes } from '#lib/domain/integrations/integration.routes.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';

const firstOnes = { page_number: 1, number_of_items: 100 };

const { alias: aliasRule } = integrationRoutes.listIntegrations.input.shape;

type Asked = {
  /** False: nothing is asked. */
  enabled?: boolean;
  /** The id of the one that is chosen, blank where none is. */
  chosen: string;
  /** Of these types alone. */
  types?: readonly string[];
};

/**
 * The integrations to choose from: those that fit what was typed, where one page does not hold all
 * (`search`), and the chosen one.
 */
export const useFoundIntegrations = ({ enabled = true, chosen, types }: Asked) => {
  const [typed, search] = useState('');
  const all = { ...firstOnes, ...(types && { integration_type: [...types] }) };
  const first = useCall(integrations.listIntegrations, all, { enabled });
  const isMore = first.data?.next !== undefined;
  const alias = isMore ? aliasRule.safeParse(typed).data : undefined;
  const asked = { ...all, ...(alias !== undefined && { alias }) };
  const answer = useCall(integrations.listIntegrations, asked, { enabled });
  const isListed = answer.data?.items.some(({ accountId }) => accountId === chosen) ?? true;
  const one = useCall(
    integrations.getIntegration,
    { accountId: chosen },
    { enabled: enabled && chosen !== '' && !isListed },
  );
  const items = [...(answer.data?.items ?? []), ...(!isListed && one.data ? [one.data] : [])];
  const found = { ...answer, data: answer.data && { items } };
  return { found, search: isMore ? search : undefined };
};
