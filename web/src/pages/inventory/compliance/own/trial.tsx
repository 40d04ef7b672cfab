import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { OwnRuleResult } from '#lib/domain/compliance/own/own-rule.schema.ts';
import { findingStatuses } from '#lib/domain/compliance/rule.schema.ts';
import { guards } from '#lib/kernel/guards.ts';
import { formatCount } from '#lib/kernel/text.ts';
import { compliance } from '#web/api/compliance.ts';
import { useAction } from '#web/api/use-call.ts';
import { useRefusals } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { localTime } from '#web/components/time.tsx';
import { ResultBadge } from '../rule-columns.tsx';
import type { OwnRuleForm } from './own-rule-form.ts';

type Row = OwnRuleResult['rows'][number];

const columns = [
  {
    id: 'status',
    header: 'Result',
    minWidth: 130,
    cell: ({ status }: Row) => <ResultBadge of={status} />,
  },
  {
    id: 'resource',
    header: 'Resource',
    isRowHeader: true,
    minWidth: 240,
    cell: ({ resource }: Row) => resource,
  },
  { id: 'reason', header: 'Reason', minWidth: 240, cell: ({ reason }: Row) => reason },
  { id: 'region', header: 'Region', minWidth: 120, cell: ({ region }: Row) => region },
  { id: 'account', header: 'Account', minWidth: 150, cell: ({ account_id }: Row) => account_id },
];

const Result = ({ result }: { result: OwnRuleResult }) => {
  const { counts, rows, sources, truncated } = result;
  const all = findingStatuses.reduce((sum, status) => sum + counts[status], 0);
  const sourceTexts = sources.map(
    ({ alias, collected_at }) => `${alias}, ${localTime(collected_at)}`,
  );
  return (
    <SpaceBetween size="s">
      <SpaceBetween size="s" direction="horizontal">
        {findingStatuses.map((status) => (
          <ResultBadge key={status} of={status} count={counts[status]} />
        ))}
      </SpaceBetween>
      <Box color="text-body-secondary">
        {`${formatCount(all, 'resource')}${truncated ? ', and more that were not tested' : ''}`}
        {rows.length < all && `; the first ${rows.length} are shown`}
        {`. Last scans: ${sourceTexts.join('; ')}.`}
      </Box>
      <Table
        variant="embedded"
        wrapLines
        enableKeyboardNavigation
        items={rows}
        trackBy="resource"
        columnDefinitions={columns}
        ariaLabels={{ tableLabel: 'Resources of the test' }}
        empty="The query returned no resources"
      />
    </SpaceBetween>
  );
};

/** Runs the query on the data of the last scans, before the rule is saved. */
export const Trial = ({ form }: { form: OwnRuleForm }) => {
  const { mutate, data, error, isPending } = useAction(compliance.testOwnRule);
  const refusals = useRefusals({
    test: compliance.testOwnRule,
    query: { guard: guards.queryInventory },
  });
  const { integration_type, sql } = form.values;
  const test = () => mutate({ integration_type, sql }, { onError: form.refuse });
  return (
    <Container
      header={
        <Header
          variant="h2"
          description="Testing saves nothing. Saving also runs the query, which must succeed."
          actions={
            <Button
              loading={isPending}
              {...disabledBy(refusals.test ?? refusals.query)}
              onClick={test}
            >
              Test over the last scans
            </Button>
          }
        >
          Test
        </Header>
      }
    >
      <div aria-live="polite">
        {error && !isPending && (
          <Alert type="error" header="The query cannot be used as a rule">
            {failureText(error)}
          </Alert>
        )}
        {data && !isPending && !error && <Result result={data} />}
        {!data && !error && <Box color="text-body-secondary">Not tested yet.</Box>}
      </div>
    </Container>
  );
};
