import { type ReactNode, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { criticalities } from '#lib/domain/compliance/criticality.rules.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { useList } from '#web/components/use-list.ts';
import {
  type ComplianceUrl,
  complianceUrl,
  filterOf,
  pollEvery,
  scopeOf,
} from './compliance-url.ts';
import { CreateBot } from './create-bot.tsx';
import { CriticalityCards, Summary } from './criticality-cards.tsx';
import { useExceptions } from './exceptions/use-exceptions.tsx';
import { ExportCompliance } from './export-compliance.tsx';
import { Filters } from './filters.tsx';
import { complianceHelp } from './help.tsx';
import { nothingEvaluatedMessage } from './nothing-evaluated.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { RuleDetails } from './rule-details.tsx';
import { ScansUnderWay, useScannedAccounts } from './scans-under-way.tsx';
import { ShownFilters } from './shown-filters.tsx';

const cards = ['all', ...criticalities] as const;

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
  poll: pollEvery,
});

/** The rule that the address names: it may be on another page of the list, or not exist. */
const useOpenRule = (url: ComplianceUrl, visibleRules: readonly RuleRow[] = []) => {
  const found = visibleRules.find(({ rule_id }) => rule_id === url.rule);
  const input = { ...scopeOf(url), rule_id: url.rule, number_of_items: 1 };
  const enabled = url.rule !== undefined && !found;
  const { data } = useCall(compliance.listComplianceRules, input, { enabled, poll: pollEvery });
  const rule = found ?? (enabled ? data?.items[0] : undefined);
  return { rule, isMissing: enabled && data !== undefined && !rule };
};

/** The panel beside the list: the open rule, or a message that it does not exist. */
const panelOf = (
  { rule: ruleId }: ComplianceUrl,
  { rule, isMissing }: ReturnType<typeof useOpenRule>,
  show: (rule: RuleRow) => ReactNode,
) => {
  if (rule) return { title: rule.title, body: show(rule) };
  if (!isMissing) return undefined;
  const text = `No rule "${ruleId}" was evaluated in these accounts, or it was deleted.`;
  return { title: 'No results', body: <EmptyState title="Rule not found" text={text} /> };
};

const Heading = ({ url, children }: { url: ComplianceUrl; children: ReactNode }) => (
  <Header
    variant="h1"
    info={<InfoLink />}
    description={children}
    actions={
      <div className="on-screen">
        <SpaceBetween size="xs" direction="horizontal">
          <LinkButton to={pathTo('ownRules')}>Own rules</LinkButton>
          <LinkButton to={pathTo('exceptions')}>Exceptions</LinkButton>
          <ExportCompliance url={url} />
          <CreateBot />
        </SpaceBetween>
      </div>
    }
  >
    {pages.compliance.title}
  </Header>
);

type FilterProps = Parameters<typeof ShownFilters>[0] & { onFilters: () => void };

/** The search for rules, the button of the filter panel, and the active filters. */
const FilterRow = ({ onFilters, ...filterProps }: FilterProps) => (
  <FilterBar {...filterProps} search={{ param: 'search', label: 'Find rules by title' }}>
    <Button iconName="filter" onClick={onFilters}>
      Filters
    </Button>
    <ShownFilters {...filterProps} />
  </FilterBar>
);

/** The results of the compliance rules at the last scans. */
export const CompliancePage = () => {
  const { url, change, changeFilter, answer, list, refreshList } = useList(ruleList);
  const [filtering, setFiltering] = useState(false);
  const scope = scopeOf(url);
  const summaryCall = useRefetchableCall(compliance.getComplianceSummary, scope, {
    keep: true,
    poll: pollEvery,
  });
  const { answer: summaryAnswer } = summaryCall;
  const { data: summary } = summaryAnswer;
  const onEnd = () => {
    summaryCall.askAgain();
    refreshList();
  };
  const { accounts, ...scans } = useScannedAccounts(url, { poll: pollEvery, onEnd });
  const isScanning = scans.scanning > 0;
  const exceptions = useExceptions();
  const panel = panelOf(url, useOpenRule(url, answer.data?.items), (rule) => (
    <RuleDetails key={rule.rule_id} rule={rule} url={url} onException={exceptions.open} />
  ));
  usePage({
    page: 'compliance',
    contentType: 'table',
    help: complianceHelp,
    drawer: filtering
      ? {
          title: 'Filters',
          body: <Filters url={url} changeFilter={changeFilter} onClear={list.onClearFilter} />,
          onClose: () => setFiltering(false),
        }
      : undefined,
    splitPanel: panel && { ...panel, onClose: () => change({ rule: undefined }) },
  });
  if (answer.error?.status === 403) {
    return <LoadFailed error={answer.error} subject="rules" wholePage />;
  }
  const activeCard = url.runError ? undefined : (url.criticality ?? 'all');
  const isEvaluated = summary !== undefined && summary.integrations > 0;
  const isCounting = summary === undefined && !summaryAnswer.error;
  return (
    <SpaceBetween size="m">
      <Heading url={url}>{(isEvaluated || isCounting) && <Summary summary={summary} />}</Heading>
      {(isEvaluated || isCounting) && (
        <CriticalityCards
          summary={summary}
          selectedCard={cards.find((one) => one === activeCard)}
          onChoose={(criticality) => changeFilter({ criticality, runError: undefined })}
        />
      )}
      <ListTable
        {...list}
        variant="container"
        title="Rules"
        rows="rules"
        // The summary counts the rules of all pages.
        counter={!isEvaluated && !isCounting}
        description={isScanning && <ScansUnderWay {...scans} />}
        columns={ruleColumns(({ rule_id }) => change({ rule: rule_id }))}
        keyOf={({ rule_id }) => rule_id}
        nameOf={({ title }) => title}
        filter={
          <FilterRow
            url={url}
            changeFilter={changeFilter}
            aliasOf={(id) => accounts.find(({ accountId }) => accountId === id)?.alias ?? id}
            onFilters={() => setFiltering(!filtering)}
          />
        }
        empty={nothingEvaluatedMessage(isScanning)}
      />
      {exceptions.dialogs}
    </SpaceBetween>
  );
};
