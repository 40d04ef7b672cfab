import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { criticalities } from '#lib/domain/compliance/criticality.rules.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { LinkButton } from '#web/components/link.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { useList } from '#web/components/use-list.ts';
import { type ComplianceUrl, complianceUrl, filterOf, scopeOf } from './compliance-url.ts';
import { CreateBot } from './create-bot.tsx';
import { CriticalityCards, SummaryBar } from './criticality-cards.tsx';
import { useExceptions } from './exceptions/use-exceptions.tsx';
import { ExportCompliance } from './export-compliance.tsx';
import { Filters } from './filters.tsx';
import { complianceHelp } from './help.tsx';
import { nothingEvaluated } from './nothing-evaluated.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { RuleDetails } from './rule-details.tsx';

const cards = ['all', ...criticalities] as const;

/** A scan takes minutes; an open page sees its findings by itself (ms). */
const poll = 30_000;

export const ruleList = listOf({
  id: 'compliance',
  url: complianceUrl,
  page: 'pageNumber',
  filter: [
    'search',
    'integrationType',
    'integrationId',
    'benchmarkType',
    'category',
    'criticality',
    'runError',
    'newSince',
    'openDays',
  ],
  rows: 10,
  call: compliance.listComplianceRules,
  inputOf: (url) => ({ ...filterOf(url), search_text: searchText.safeParse(url.search).data }),
  poll,
});

/** The rule that the address names: it may stand on another page of the list. */
const useOpenRule = (url: ComplianceUrl, shown: readonly RuleRow[] = []) => {
  const found = shown.find(({ rule_id }) => rule_id === url.rule);
  const asked = { ...scopeOf(url), rule_id: url.rule, number_of_items: 1 };
  const enabled = url.rule !== undefined && !found;
  const { data } = useCall(compliance.listComplianceRules, asked, { enabled });
  return found ?? (enabled ? data?.items[0] : undefined);
};

/** What the compliance rules found at the last scans. */
export const CompliancePage = () => {
  const { url, change, narrow, answer, list } = useList(ruleList);
  const [filtering, setFiltering] = useState(false);
  const { data: summary } = useCall(compliance.getComplianceSummary, scopeOf(url), {
    keep: true,
    poll,
  });
  const open = useOpenRule(url, answer.data?.items);
  const exceptions = useExceptions();
  usePage({
    page: 'compliance',
    contentType: 'table',
    help: complianceHelp,
    drawer: filtering
      ? {
          title: 'Filters',
          body: <Filters url={url} narrow={narrow} onClear={list.onClearFilter} />,
          onClose: () => setFiltering(false),
        }
      : undefined,
    splitPanel: open && {
      title: open.title,
      body: (
        <RuleDetails key={open.rule_id} rule={open} url={url} onException={exceptions.open} />
      ),
      onClose: () => change({ rule: undefined }),
    },
  });
  const shown = url.runError ? undefined : (url.criticality ?? 'all');
  const isEvaluated = summary !== undefined && summary.integrations > 0;
  return (
    <SpaceBetween size="l">
      {isEvaluated && <SummaryBar summary={summary} />}
      {isEvaluated && (
        <CriticalityCards
          summary={summary}
          chosen={cards.find((one) => one === shown)}
          onChoose={(criticality) => narrow({ criticality, runError: undefined })}
        />
      )}
      <ListTable
        {...list}
        title={pages.compliance.title}
        rows="rules"
        info={<InfoLink />}
        columns={ruleColumns(({ rule_id }) => change({ rule: rule_id }))}
        keyOf={({ rule_id }) => rule_id}
        nameOf={({ title }) => title}
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <LinkButton to={pathTo('ownRules')}>Own rules</LinkButton>
            <LinkButton to={pathTo('exceptions')}>Exceptions</LinkButton>
            <ExportCompliance url={url} />
            <CreateBot />
          </SpaceBetween>
        }
        filter={
          <SpaceBetween size="xs" direction="horizontal">
            <SearchBox
              label="Find rules by title"
              value={url.search}
              onSearch={(search) => narrow({ search })}
            />
            <Button iconName="filter" onClick={() => setFiltering(!filtering)}>
              Filters
            </Button>
          </SpaceBetween>
        }
        empty={nothingEvaluated}
      />
      {exceptions.dialogs}
    </SpaceBetween>
  );
};
