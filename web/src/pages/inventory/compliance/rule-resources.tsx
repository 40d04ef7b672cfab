import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Header from '@cloudscape-design/components/header';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { RuleResource, RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefusal } from '#web/app/session.ts';
import { Copy } from '#web/components/copy.tsx';
import { disabledBy } from '#web/components/disabled-by.ts';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { Time } from '#web/components/time.tsx';
import { ageOf, type ComplianceUrl, pollEvery } from './compliance-url.ts';
import {
  AppliedException,
  type ExceptionAct,
  type ResourceException,
} from './exceptions/applied.tsx';
import type { OpenException } from './exceptions/use-exceptions.tsx';
import { ResultBadge } from './rule-columns.tsx';

const pageSize = 10;

type ViolationsParams = { resource: string; integrationId: string };

const inventoryPath = (search: SearchQuery, panelParams: ViolationsParams): string =>
  pathTo('inventoryView', {}, { searchMQ: JSON.stringify(search), ...panelParams });

const columns = (onAct: (action: ExceptionAct, exception: ResourceException) => void) => [
  {
    id: 'criticality',
    header: 'Result',
    minWidth: 130,
    cell: ({ criticality }: RuleResource) => <ResultBadge of={criticality} />,
  },
  {
    id: 'uid',
    header: 'Resource',
    isRowHeader: true,
    minWidth: 280,
    // In the panel only two columns are visible: they contain what matters for a decision.
    cell: ({ uid, alias, details, exception, search, integration_id }: RuleResource) => (
      <SpaceBetween size="xxs">
        <Copy text={uid} subject="resource" />
        {details}
        <Box variant="small" color="text-body-secondary">
          {alias}
          {search && (
            <>
              {' · '}
              <Link to={inventoryPath(search, { resource: uid, integrationId: integration_id })}>
                Show in inventory
              </Link>
            </>
          )}
          {' · '}
          <Link to={pathTo('approvals', {}, { resource: uid })}>Approvals and runs</Link>
        </Box>
        {exception && <AppliedException {...{ exception, onAct }} />}
      </SpaceBetween>
    ),
  },
  {
    id: 'first_seen',
    header: 'First seen',
    minWidth: 190,
    cell: ({ first_seen }: RuleResource) => <Time at={first_seen} />,
  },
  {
    id: 'last_seen',
    header: 'Last seen',
    minWidth: 190,
    cell: ({ last_seen }: RuleResource) => <Time at={last_seen} />,
  },
  { id: 'region', header: 'Region', minWidth: 120, cell: (one: RuleResource) => one.region },
  { id: 'account', header: 'Account', minWidth: 150, cell: (one: RuleResource) => one.account_uid },
];

/** Findings that are neither OK nor skipped can be accepted. */
const canBeExcepted = ({ criticality }: RuleResource): boolean =>
  criticality !== 'ok' && criticality !== 'skip';

const useResources = ({ rule_id }: RuleRow, url: ComplianceUrl, page: number) =>
  useCall(
    compliance.listRuleResources,
    {
      rule_id,
      integration_type: url.integrationType,
      integration_id: url.integrationId,
      criticality: url.criticality,
      ...ageOf(url),
      page_number: page,
      number_of_items: pageSize,
    },
    { keep: true, poll: pollEvery },
  );

const keyOf = ({ integration_id, uid }: RuleResource): string => `${integration_id} ${uid}`;

type Props = { rule: RuleRow; url: ComplianceUrl; onException: OpenException };

/** The resources of a rule; those that violate it can be accepted. */
export const RuleResources = ({ rule, url, onException }: Props) => {
  const [page, setPage] = useState(1);
  const [selectedRows, setSelectedRows] = useState<RuleResource[]>([]);
  const refusal = useRefusal(compliance.createException);
  const answer = useResources(rule, url, page);
  const { data, error, isLoading, refetch } = answer;
  if (error && !data) return <LoadFailed error={error} subject="resources" onRetry={refetch} />;
  const make = () => {
    const onMade = () => setSelectedRows([]);
    onException({ kind: 'make', rule, chosen: selectedRows, account: url.integrationId, onMade });
  };
  return (
    <Table
      variant="embedded"
      wrapLines
      enableKeyboardNavigation
      header={
        <Header
          variant="h3"
          description="As of the last scan. Later fixes show after the next scan."
          actions={
            <SpaceBetween size="xs" direction="horizontal" alignItems="center">
              <Refresh {...answer} subject="resources" />
              <Button {...disabledBy(refusal)} onClick={make}>
                Make exception
              </Button>
            </SpaceBetween>
          }
        >
          Resources
        </Header>
      }
      loading={isLoading}
      loadingText="Loading resources"
      items={data?.items ?? []}
      trackBy={keyOf}
      columnDefinitions={columns((kind, exception) => onException({ kind, exception }))}
      selectionType="multi"
      selectedItems={selectedRows}
      isItemDisabled={(one) => !canBeExcepted(one)}
      onSelectionChange={({ detail }) => setSelectedRows(detail.selectedItems)}
      ariaLabels={{
        tableLabel: 'Resources',
        selectionGroupLabel: 'Selection of resources',
        allItemsSelectionLabel: () => 'Select all resources on this page',
        itemSelectionLabel: (_, { uid }) => `Select ${uid}`,
      }}
      empty="No resources"
      pagination={
        <Pagination
          currentPageIndex={page}
          pagesCount={page}
          openEnd={data?.next !== undefined}
          onChange={({ detail }) => {
            setPage(detail.currentPageIndex);
            setSelectedRows([]);
          }}
        />
      }
    />
  );
};
