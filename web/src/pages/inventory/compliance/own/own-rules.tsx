import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import * as z from 'zod';
import type { OwnRuleView } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { inventoryTypes } from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { CreateLink } from '#web/components/create-link.tsx';
import { DeleteDialog } from '#web/components/delete-dialog.tsx';
import { failureText } from '#web/components/failure-text.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { useList } from '#web/components/use-list.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';
import { ownRulesHelp } from './help.tsx';
import { ownRuleColumns } from './own-rule-columns.tsx';

const urlState = z.object({
  page: pageParam,
  regex: textParam,
  integrationType: choiceParam(inventoryTypes),
  status: choiceParam(['enabled', 'disabled']),
});

export const ownRuleList = listOf({
  id: 'own-rules',
  url: urlState,
  page: 'page',
  filter: ['regex', 'integrationType', 'status'],
  call: compliance.listOwnRules,
  inputOf: ({ regex, integrationType, status }) => ({
    regex: searchText.safeParse(regex).data,
    integration_type: integrationType,
    status,
  }),
});

const statusNames = { enabled: 'Enabled', disabled: 'Disabled' };

const Create = ({ variant }: { variant?: 'primary' }) => (
  <CreateLink call={compliance.createOwnRule} to={pathTo('newOwnRule')} variant={variant}>
    Create rule
  </CreateLink>
);

const useSwitch = () => {
  const { mutate } = useAction(compliance.switchOwnRule);
  return ({ _id: own_rule_id, title, enabled }: OwnRuleView) =>
    mutate(
      { own_rule_id, enabled: !enabled },
      {
        onSuccess: () => flash.success(`"${title}" was ${enabled ? 'disabled' : 'enabled'}`),
        onError: (error) =>
          flash.error(`"${title}" was not changed`, { content: failureText(error) }),
      },
    );
};

/** The organisation's own rules, newest first. */
export const OwnRulesPage = () => {
  const { url, changeFilter, list } = useList(ownRuleList);
  const [deleting, setDeleting] = useState<OwnRuleView>();
  const { nameOf } = useIntegrationTypes();
  const switchRule = useSwitch();
  usePage({ page: 'ownRules', contentType: 'table', help: ownRulesHelp });
  return (
    <>
      <ListTable
        {...list}
        title={pages.ownRules.title}
        rows="rules"
        info={<InfoLink />}
        columns={ownRuleColumns({
          typeOf: nameOf,
          onAct: (action, one) => (action === 'switch' ? switchRule(one) : setDeleting(one)),
        })}
        keyOf={({ _id }) => _id}
        nameOf={({ title }) => title}
        actions={<Create variant="primary" />}
        filter={
          <FilterBar
            url={url}
            changeFilter={changeFilter}
            search={{ param: 'regex', label: 'Find rules by title' }}
            choices={[
              {
                param: 'integrationType',
                label: 'Integration type',
                all: 'All types',
                values: inventoryTypes,
                labelOf: nameOf,
              },
              {
                param: 'status',
                label: 'Status',
                all: 'Any status',
                values: ['enabled', 'disabled'],
                labelOf: (status) => statusNames[status],
              },
            ]}
          />
        }
        empty={{
          title: 'No rules of your own',
          text: 'A rule is a query over the inventory. It runs at the end of each scan.',
          action: <Create />,
        }}
      />
      {deleting && (
        <DeleteDialog
          subject="rule"
          call={compliance.deleteOwnRule}
          input={{ own_rule_id: deleting._id }}
          warning="Its findings disappear, and its exceptions no longer apply."
          successText="The rule was deleted"
          failureHeader="The rule was not deleted"
          onClose={() => setDeleting(undefined)}
        >
          Delete <Box variant="strong">{deleting.title}</Box> permanently? This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
};
