import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { TopNavigationProps } from '@cloudscape-design/components/top-navigation';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { limits } from '#lib/kernel/limits.ts';
import { hrefTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useIntegrationFilter } from './integration-filter.ts';

type Utility = TopNavigationProps.MenuDropdownUtility;

const title = 'Global integration filter';

const firstPageInput = { page_number: 1, number_of_items: limits.pageSize };

const noItems: readonly IntegrationView[] = [];

/** Leads to the list, where all integrations can be searched. */
const openListItem: ButtonDropdownProps.Item = {
  id: 'further',
  text: 'Find another integration',
  href: hrefTo('connectedIntegrations'),
};

type MenuContent = {
  list: readonly IntegrationView[];
  /** There are more integrations than these. */
  hasMore: boolean;
  selectedId: string | undefined;
};

/** The integrations, grouped by the names of their types. */
const itemsOf = (
  { list, hasMore, selectedId }: MenuContent,
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
        checked: accountId === selectedId,
      })),
  }));
  const all: ButtonDropdownProps.CheckboxItem = {
    itemType: 'checkbox',
    id: 'all',
    text: 'All integrations',
    checked: selectedId === undefined,
  };
  const sorted = groups.toSorted((a, b) => a.text.localeCompare(b.text));
  return [all, ...sorted, ...(hasMore ? [openListItem] : [])];
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

/** The first page of integrations, and the chosen one if it is on another page. */
const useMenuContent = (selectedId: string | undefined): MenuContent => {
  const { data } = useCall(integrations.listIntegrations, firstPageInput);
  const isListed = data?.items.some(({ accountId }) => accountId === selectedId) ?? true;
  const enabled = selectedId !== undefined && !isListed;
  const { data: one } = useCall(
    integrations.getIntegration,
    { accountId: selectedId ?? '' },
    { enabled },
  );
  return useMemo(() => {
    const list = data?.items ?? noItems;
    const hasMore = data?.next !== undefined;
    return { list: enabled && one ? [...list, one] : list, hasMore, selectedId };
  }, [data, enabled, one, selectedId]);
};

/** Gives the top bar the menu of integrations to filter lists by, if there are any. */
export const IntegrationMenu = ({ onChange }: Props) => {
  const { nameOf } = useIntegrationTypes();
  const { chosen, choose } = useIntegrationFilter();
  const content = useMenuContent(chosen);
  const utility = useMemo(() => {
    const { list } = content;
    if (list.length === 0 && chosen === undefined) return undefined;
    const found = list.find(({ accountId }) => accountId === chosen);
    const name = chosen === undefined ? undefined : (found?.alias ?? chosen);
    return utilityOf(itemsOf(content, nameOf), name);
  }, [content, chosen, nameOf]);
  const show = useEffectEvent((menu: Utility | undefined) =>
    onChange(
      menu && {
        ...menu,
        onItemClick: ({ detail: { id } }) => {
          if (id !== openListItem.id) choose(id === 'all' || id === chosen ? '' : id);
        },
      },
    ),
  );
  useEffect(() => show(utility), [utility]);
  return null;
};
