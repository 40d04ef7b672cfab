import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { IntegrationView } from '#lib/domain/integrations/integration.schema.ts';
import { hrefTo } from '#lib/pages.ts';
import { integrations } from '#web/api/integrations.ts';
import { useIntegrationFilter } from '#web/app/integration-filter.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { useFollow } from '#web/components/link.tsx';
import { isTesting } from './use-connection-test.tsx';

const acts = ['test', 'edit', 'delete'] as const;
export type Act = (typeof acts)[number];
export type OnAct = (action: Act, one: IntegrationView) => void;

const calls = {
  test: integrations.testIntegration,
  edit: integrations.updateIntegration,
  delete: integrations.deleteIntegration,
};

/** Why an integration cannot be tested now. */
export const noTestReason = (one: IntegrationView): string | undefined =>
  isTesting(one) ? 'A test is under way.' : one.untested;

/** The menu of one integration of the list. */
export const RowMenu = ({ one, onAct }: { one: IntegrationView; onAct: OnAct }) => {
  const { accountId, alias } = one;
  const follow = useFollow();
  const { chosen, choose } = useIntegrationFilter();
  const narrowed = chosen === accountId;
  const refusals = useRefusals(calls);
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${alias}`}
      items={[
        {
          id: 'test',
          text: 'Test connection',
          ...disabledBy(refusals.test ?? noTestReason(one)),
        },
        { id: 'edit', text: 'Edit', ...disabledBy(refusals.edit) },
        { id: 'view', text: 'View', href: hrefTo('integration', { accountId }) },
        { id: 'bots', text: 'Go to bots', href: hrefTo('bots', {}, { integrationId: accountId }) },
        {
          id: 'narrow',
          text: narrowed ? 'Reset global filter' : 'Use as global integration filter',
        },
        { id: 'delete', text: 'Delete', ...disabledBy(refusals.delete) },
      ]}
      onItemFollow={follow}
      onItemClick={({ detail }) => {
        const action = acts.find((name) => name === detail.id);
        if (action) onAct(action, one);
        if (detail.id === 'narrow') choose(narrowed ? '' : accountId);
      }}
    />
  );
};
