import { useState } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table from '@cloudscape-design/components/table';
import type { InventoryAnswer } from '#lib/domain/inventory/queries/inventory-query.schema.ts';
import { shorten } from '#lib/kernel/value-descriptions.ts';
import { ApiError } from '#web/api/api-error.ts';
import { inventory } from '#web/api/inventory.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { Time } from '#web/components/time.tsx';
import { type FieldContext, type Settings, textOf } from '../fields/control.ts';
import { previewInputOf, queriedType } from './query-settings.ts';
import { QuerySources } from './query-sources.tsx';
import { QueryTables } from './query-tables.tsx';

type QueryOutcome = { answer: InventoryAnswer } | { failure: string };

const runQuery = async (
  settings: Settings,
  preview: FieldContext['preview'],
): Promise<QueryOutcome> => {
  const query = await previewInputOf(settings, preview);
  if ('problem' in query) return { failure: query.problem };
  try {
    return { answer: await inventory.queryInventory(query) };
  } catch (error) {
    if (error instanceof ApiError) return { failure: failureText(error) };
    throw error;
  }
};

/** Runs on demand, and keeps the result until the next time. */
const usePreview = (settings: Settings, preview: FieldContext['preview']) => {
  const [outcome, setOutcome] = useState<QueryOutcome>();
  const [isAsking, setAsking] = useState(false);
  const run = async () => {
    setAsking(true);
    try {
      setOutcome(await runQuery(settings, preview));
    } finally {
      setAsking(false);
    }
  };
  return { outcome, isAsking, run };
};

/** The most characters of a value in its cell. */
const maxCellLength = 80;

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return shorten(typeof value === 'string' ? value : JSON.stringify(value), maxCellLength);
};

const Sources = ({ sources }: Pick<InventoryAnswer, 'sources'>) => (
  <Box variant="small" color="text-body-secondary">
    {sources.map(({ integration_id, alias, collected_at }, at) => (
      <span key={integration_id}>
        {at > 0 && ', '}
        {alias}, scanned <Time at={collected_at} />
      </span>
    ))}
  </Box>
);

const ReadProblems = ({ problems }: Pick<InventoryAnswer, 'problems'>) => (
  <Alert type="warning" header="Not everything could be read">
    {problems.map((problem) => (
      <div key={problem}>{problem}</div>
    ))}
  </Alert>
);

const Answer = ({ columns, rows, truncated, problems, sources }: InventoryAnswer) => (
  <SpaceBetween size="xs">
    {problems.length > 0 && <ReadProblems problems={problems} />}
    {rows.length === 0 ? (
      <Box>The query found nothing.</Box>
    ) : (
      <Table
        variant="embedded"
        contentDensity="compact"
        enableKeyboardNavigation
        wrapLines
        ariaLabels={{ tableLabel: 'First rows' }}
        columnDefinitions={columns.map((name) => ({
          id: name,
          header: name,
          cell: (row: Record<string, unknown>) => cellText(row[name]),
        }))}
        items={rows}
      />
    )}
    {truncated && <Box variant="small">There are more rows than the {rows.length} shown.</Box>}
    <Sources sources={sources} />
  </SpaceBetween>
);

type Props = {
  settings: Settings;
  readOnly: boolean;
  preview: FieldContext['preview'];
};

const Preview = ({ settings, preview }: Omit<Props, 'readOnly'>) => {
  const refusal = useRefusal(inventory.queryInventory);
  const { outcome, isAsking, run } = usePreview(settings, preview);
  const isEmpty = textOf(settings['sql']).trim() === '';
  return (
    <SpaceBetween size="s">
      <Button
        onClick={() => void run()}
        loading={isAsking}
        loadingText="Asking the last scans"
        {...disabledBy(refusal ?? (isEmpty ? 'Write a query first.' : undefined))}
      >
        Preview
      </Button>
      <div aria-live="polite">
        {outcome && 'failure' in outcome && <Alert type="error">{outcome.failure}</Alert>}
        {outcome && 'answer' in outcome && <Answer {...outcome.answer} />}
      </div>
    </SpaceBetween>
  );
};

/** Tools for writing a query: a preview of the first rows, and the available tables. */
export const QueryTools = ({ settings, readOnly, preview }: Props) => (
  <SpaceBetween size="s">
    <QuerySources settings={settings} />
    {!readOnly && <Preview settings={settings} preview={preview} />}
    <QueryTables type={queriedType(settings)} />
  </SpaceBetween>
);
