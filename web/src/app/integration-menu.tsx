import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useIntegrationFilter } from './integration-filter.ts';

type Utility = TopNavigationProps.MenuDropdownUtility;

const title = 'Global integration filter';

const every = { page_number: 1, number_of_items: limits.pageSize };

const noItems: readonly IntegrationView[] = [];

/** The integrations below the names of their types. */
const itemsOf = (
  list: readonly IntegrationView[],
  chosen: string | undefined,
  nameOf: (type: string) => string,
): ButtonDropdownProps.Items => {
  const types = [...new Set(list.map(({ cspName }) => cspName))];
  const groups = types.map((type) => ({
    id: `type-${type}`,
    text: nameOf(type),
    items: list
      .filter(({ cspName }) => cspName === type)
      .map(({ accountId, alias }): ButtonDropdownProps.CheckboxItem => ({
        itemType: 'checkbox',
        id: accountId,
        text: alias,
        checked: accountId === chosen,
      })),
  }));
  const all: ButtonDropdownProps.CheckboxItem = {
    itemType: 'checkbox',
    id: 'all',
    text: 'All integrations',
    checked: chosen === undefined,
  };
  return [all, ...groups.toSorted((a, b) => a.text.localeCompare(b.text))];
};

const utilityOf = (items: ButtonDropdownProps.Items, name: string | undefined): Utility => ({
  type: 'menu-dropdown',
  iconName: 'filter',
  title,
  ariaLabel: name === undefined ? title : `${title}: ${name}`,
  ...(name !== undefined && { text: name, badge: true }),
  items,
});

type Props = { onChange: (utility: Utility | undefined) => void };

/** Tells the top bar the integrations to which lists can be narrowed; none while there are none. */
export const IntegrationMenu = ({ onChange }: Props) => {
  const { data } = useCall(integrations.listIntegrations, every);
  const { nameOf } = useIntegrationTypes();
  const { chosen, choose } = useIntegrationFilter();
  const list = data?.items ?? noItems;
  const utility = useMemo(() => {
    if (list.length === 0 && chosen === undefined) return undefined;
    const found = list.find(({ accountId }) => accountId === chosen);
    const name = chosen === undefined ? undefined : (found?.alias ?? chosen);
    return utilityOf(itemsOf(list, chosen, nameOf), name);
  }, [list, chosen, nameOf]);
  const show = useEffectEvent((shown: Utility | undefined) =>
    onChange(
      shown && {
        ...shown,
        onItemClick: ({ detail: { id } }) => choose(id === 'all' || id === chosen ? '' : id),
      },
    ),
  );
  useEffect(() => show(utility), [utility]);
  return null;
};
