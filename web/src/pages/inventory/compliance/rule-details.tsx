import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Pagination from '@cloudscape-design/components/pagination';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { RuleResource, RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Time } from '#web/components/time.tsx';
import type { ComplianceUrl } from './compliance-url.ts';
import { CreateBot } from './create-bot.tsx';
import { CriticalityBadge } from './rule-columns.tsx';

const size = 10;

const columns = [
  {
    id: 'criticality',
    header: 'Criticality',
    minWidth: 130,
    cell: ({ criticality }: RuleResource) => <CriticalityBadge of={criticality} />,
  },
  {
    id: 'uid',
    header: 'Resource',
    isRowHeader: true,
    minWidth: 280,
    cell: ({ uid }: RuleResource) => <Copy text={uid} what="resource" />,
  },
  { id: 'details', header: 'Reason', minWidth: 280, cell: (one: RuleResource) => one.details },
  {
    id: 'first_seen',
    header: 'First seen',
    minWidth: 190,
    cell: ({ first_seen }: RuleResource) => <Time at={first_seen} />,
  },
  { id: 'region', header: 'Region', minWidth: 120, cell: (one: RuleResource) => one.region },
  { id: 'account', header: 'Account', minWidth: 150, cell: (one: RuleResource) => one.account_uid },
  { id: 'alias', header: 'Integration', minWidth: 160, cell: (one: RuleResource) => one.alias },
];

type Props = { rule: RuleRow; url: ComplianceUrl };

const Resources = ({ rule: { rule_id }, url }: Props) => {
  const [page, setPage] = useState(1);
  const { integrationId, criticality } = url;
  const asked = {
    rule_id,
    integration_id: integrationId,
    criticality,
    page_number: page,
    number_of_items: size,
  };
  const answer = useCall(compliance.listRuleResources, asked, { keep: true });
  const { data, error, isLoading, refetch } = answer;
  if (error) return <LoadFailed error={error} what="resources" onRetry={refetch} />;
  const more = data?.next !== undefined;
  return (
    <Table
      variant="embedded"
      wrapLines
      loading={isLoading}
      loadingText="Loading resources"
      items={data?.items ?? []}
      trackBy={({ integration_id, uid }) => `${integration_id} ${uid}`}
      columnDefinitions={columns}
      empty="No resources"
      pagination={
        <Pagination
          currentPageIndex={page}
          pagesCount={page}
          openEnd={more}
          onChange={({ detail }) => setPage(detail.currentPageIndex)}
        />
      }
    />
  );
};

/** One rule: why it matters, what to do, its resources, and where it could not run. */
export const RuleDetails = ({ rule, url }: Props) => (
  <SpaceBetween size="l">
    <Box>{rule.description}</Box>
    {rule.run_errors.map(({ integration_id, alias, message }) => (
      <Alert key={integration_id} type="warning" header={`Obscure at ${alias}`}>
        {message}
      </Alert>
    ))}
    <KeyValuePairs
      columns={3}
      items={[
        { label: 'Remediation', value: rule.remediation },
        { label: 'Benchmark', value: rule.activity_source },
        {
          label: 'Controls',
          value: rule.activity_details.map(({ activity_id }) => activity_id).join(', '),
        },
      ]}
    />
    <CreateBot rule={rule} />
    <Resources rule={rule} url={url} />
  </SpaceBetween>
);
