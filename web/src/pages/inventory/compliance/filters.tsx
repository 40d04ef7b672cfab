import { useState } from 'react';
import Button from '@cloudscape-design/components/button';
import DatePicker from '@cloudscape-design/components/date-picker';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import * as z from 'zod';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { type BenchmarkGroup, ownBenchmark } from '#lib/domain/compliance/benchmark.schema.ts';
import { criticalities, resultText } from '#lib/domain/compliance/criticality.rules.ts';
import {
  type InventoryType,
  inventoryTypes,
} from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { ChoiceFilter } from '#web/components/choice-filter.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { AccountSelect } from '../account-select.tsx';
import {
  type ComplianceUrl,
  daysText,
  type ChangeComplianceFilter,
  openDays,
} from './compliance-url.ts';

type Props = {
  url: ComplianceUrl;
  changeFilter: ChangeComplianceFilter;
  onClear: (() => void) | undefined;
};

type TypedFilterProps = Pick<Props, 'url' | 'changeFilter'> & { type: InventoryType };

type Coverage = { version: string; covered: number; controls?: number | undefined };

/**
 * How much of a benchmark the rules cover, so that the result is not mistaken for a certificate.
 */
const coverageText = ({ version, covered, controls }: Coverage): string =>
  controls === undefined
    ? `${version}: ${covered} controls covered.`
    : `${version}: ${covered} of ${controls} controls covered.`;

/** The short form for a list of benchmarks. */
const shortCoverageText = ({ covered, controls }: Coverage): string =>
  controls === undefined ? `${covered} controls` : `${covered} of ${controls} controls`;

const Benchmark = ({ url, changeFilter, type }: TypedFilterProps) => {
  const { data } = useCall(compliance.listBenchmarkTypes, { integration_type: type });
  const items = data?.items ?? [];
  const selectedItems = items.filter(({ benchmark }) => benchmark === url.benchmarkType);
  const labelOf = (name: BenchmarkGroup): string => {
    const editions = items.filter(({ benchmark }) => benchmark === name);
    return editions.length === 0 ? name : `${name} (${editions.map(shortCoverageText).join(', ')})`;
  };
  return (
    <FormField label="Benchmark" constraintText={selectedItems.map(coverageText).join(' ')}>
      <ChoiceFilter
        label="Benchmark"
        all="All benchmarks"
        values={[...new Set(items.map(({ benchmark }) => benchmark)), ownBenchmark]}
        labelOf={labelOf}
        value={url.benchmarkType}
        onChange={(benchmarkType) => changeFilter({ benchmarkType })}
      />
    </FormField>
  );
};

const Account = ({ url, changeFilter, type }: TypedFilterProps) => (
  <FormField label="Account">
    <AccountSelect
      type={type}
      all="All accounts"
      placeholder="All accounts"
      selectedId={url.integrationId ?? ''}
      onChange={(id) => changeFilter({ integrationId: id || undefined })}
    />
  </FormField>
);

type DisabledFieldProps = { kind: 'benchmark' | 'account'; value: string | undefined };

/** A disabled field: benchmarks and accounts can be chosen only after a type. */
const DisabledField = ({ kind, value }: DisabledFieldProps) => (
  <FormField
    label={kind === 'benchmark' ? 'Benchmark' : 'Account'}
    constraintText="Choose an integration type first."
  >
    <Select
      disabled
      // The address may name one without a type.
      selectedOption={value === undefined ? null : { value, label: value }}
      options={[]}
      placeholder={`All ${kind}s`}
    />
  </FormField>
);

type AgeFilterProps = Pick<Props, 'url' | 'changeFilter'>;

/** A partially typed date is not applied yet. */
const NewSince = ({ url: { newSince = '' }, changeFilter }: AgeFilterProps) => {
  const [previousValue, setPreviousValue] = useState(newSince);
  const [draft, setDraft] = useState(newSince);
  if (previousValue !== newSince) {
    setPreviousValue(newSince);
    setDraft(newSince);
  }
  const change = (text: string) => {
    setDraft(text);
    const isComplete = text === '' || z.iso.date().safeParse(text).success;
    if (isComplete) changeFilter({ newSince: text || undefined });
  };
  return (
    <FormField label="New since" description="First seen on this day (UTC) or later.">
      <DatePicker
        value={draft}
        placeholder="YYYY-MM-DD"
        format="iso"
        expandToViewport
        openCalendarAriaLabel={(selectedDay) =>
          selectedDay === null ? 'Choose a day' : `Choose a day, ${selectedDay} is chosen`
        }
        onChange={({ detail }) => change(detail.value)}
      />
    </FormField>
  );
};

/** Filters by the age of findings. */
const Age = ({ url, changeFilter }: AgeFilterProps) => (
  <SpaceBetween size="l">
    <NewSince url={url} changeFilter={changeFilter} />
    <FormField label="Open for at least">
      <ChoiceFilter
        label="Open for at least"
        all="Any time"
        values={openDays}
        labelOf={daysText}
        value={url.openDays}
        onChange={(days) => changeFilter({ openDays: days })}
      />
    </FormField>
  </SpaceBetween>
);

const runErrorText = 'Not evaluated in at least one account. Cannot be combined with a result.';

/** Filters by accounts and rules; benchmarks and accounts depend on the type. */
export const Filters = ({ url, changeFilter, onClear }: Props) => {
  const { nameOf } = useIntegrationTypes();
  const { integrationType, runError } = url;
  return (
    <SpaceBetween size="l">
      <FormField label="Integration type">
        <ChoiceFilter
          label="Integration type"
          all="All types"
          values={inventoryTypes}
          labelOf={nameOf}
          value={integrationType}
          onChange={(type) =>
            changeFilter({
              integrationType: type,
              benchmarkType: undefined,
              integrationId: undefined,
            })
          }
        />
      </FormField>
      {integrationType ? (
        <SpaceBetween size="l">
          <Benchmark url={url} changeFilter={changeFilter} type={integrationType} />
          <Account url={url} changeFilter={changeFilter} type={integrationType} />
        </SpaceBetween>
      ) : (
        <SpaceBetween size="l">
          <DisabledField kind="benchmark" value={url.benchmarkType} />
          <DisabledField kind="account" value={url.integrationId} />
        </SpaceBetween>
      )}
      <FormField label="Category">
        <ChoiceFilter
          label="Category"
          all="All categories"
          values={categories}
          value={url.category}
          onChange={(category) => changeFilter({ category })}
        />
      </FormField>
      <FormField label="Result">
        <ChoiceFilter
          label="Result"
          all="All results"
          values={criticalities}
          labelOf={resultText}
          value={criticalities.find((status) => status === url.criticality)}
          onChange={(criticality) => changeFilter({ criticality, runError: undefined })}
        />
      </FormField>
      <Age url={url} changeFilter={changeFilter} />
      <Toggle
        checked={runError !== undefined}
        description={runErrorText}
        onChange={({ detail }) =>
          changeFilter({ runError: detail.checked ? 'true' : undefined, criticality: undefined })
        }
      >
        Not evaluated (Obscure)
      </Toggle>
      <Button disabled={!onClear} onClick={onClear}>
        Clear filters
      </Button>
    </SpaceBetween>
  );
};
