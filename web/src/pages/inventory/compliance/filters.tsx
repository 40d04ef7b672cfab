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
import { type ComplianceUrl, daysText, type NarrowCompliance, openDays } from './compliance-url.ts';

type Props = { url: ComplianceUrl; narrow: NarrowCompliance; onClear: (() => void) | undefined };

type TypedFilterProps = Pick<Props, 'url' | 'narrow'> & { type: InventoryType };

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

const Benchmark = ({ url, narrow, type }: TypedFilterProps) => {
  const { data } = useCall(compliance.listBenchmarkTypes, { integration_type: type });
  const items = data?.items ?? [];
  const chosen = items.filter(({ benchmark }) => benchmark === url.benchmarkType);
  const labelOf = (name: BenchmarkGroup): string => {
    const editions = items.filter(({ benchmark }) => benchmark === name);
    return editions.length === 0 ? name : `${name} (${editions.map(shortCoverageText).join(', ')})`;
  };
  return (
    <FormField label="Benchmark" constraintText={chosen.map(coverageText).join(' ')}>
      <ChoiceFilter
        label="Benchmark"
        all="All benchmarks"
        values={[...new Set(items.map(({ benchmark }) => benchmark)), ownBenchmark]}
        labelOf={labelOf}
        value={url.benchmarkType}
        onChange={(benchmarkType) => narrow({ benchmarkType })}
      />
    </FormField>
  );
};

const Account = ({ url, narrow, type }: TypedFilterProps) => (
  <FormField label="Account">
    <AccountSelect
      type={type}
      all="All accounts"
      placeholder="All accounts"
      chosen={url.integrationId ?? ''}
      onChange={(id) => narrow({ integrationId: id || undefined })}
    />
  </FormField>
);

type DisabledFieldProps = { what: 'benchmark' | 'account'; chosen: string | undefined };

/** A disabled field: benchmarks and accounts can be chosen only after a type. */
const DisabledField = ({ what, chosen }: DisabledFieldProps) => (
  <FormField
    label={what === 'benchmark' ? 'Benchmark' : 'Account'}
    constraintText="Choose an integration type first."
  >
    <Select
      disabled
      // The address may name one without a type.
      selectedOption={chosen === undefined ? null : { value: chosen, label: chosen }}
      options={[]}
      placeholder={`All ${what}s`}
    />
  </FormField>
);

type AgeFilterProps = Pick<Props, 'url' | 'narrow'>;

/** A partially typed date is not applied yet. */
const NewSince = ({ url: { newSince = '' }, narrow }: AgeFilterProps) => {
  const [known, setKnown] = useState(newSince);
  const [typed, type] = useState(newSince);
  if (known !== newSince) {
    setKnown(newSince);
    type(newSince);
  }
  const change = (text: string) => {
    type(text);
    const isWhole = text === '' || z.iso.date().safeParse(text).success;
    if (isWhole) narrow({ newSince: text || undefined });
  };
  return (
    <FormField label="New since" description="First seen on this day (UTC) or later.">
      <DatePicker
        value={typed}
        placeholder="YYYY-MM-DD"
        format="iso"
        expandToViewport
        openCalendarAriaLabel={(chosen) =>
          chosen === null ? 'Choose a day' : `Choose a day, ${chosen} is chosen`
        }
        onChange={({ detail }) => change(detail.value)}
      />
    </FormField>
  );
};

/** Filters by the age of findings. */
const Age = ({ url, narrow }: AgeFilterProps) => (
  <SpaceBetween size="l">
    <NewSince url={url} narrow={narrow} />
    <FormField label="Open for at least">
      <ChoiceFilter
        label="Open for at least"
        all="Any time"
        values={openDays}
        labelOf={daysText}
        value={url.openDays}
        onChange={(days) => narrow({ openDays: days })}
      />
    </FormField>
  </SpaceBetween>
);

const runErrorText = 'Not evaluated in at least one account. Cannot be combined with a result.';

/** Filters by accounts and rules; benchmarks and accounts depend on the type. */
export const Filters = ({ url, narrow, onClear }: Props) => {
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
            narrow({ integrationType: type, benchmarkType: undefined, integrationId: undefined })
          }
        />
      </FormField>
      {integrationType ? (
        <SpaceBetween size="l">
          <Benchmark url={url} narrow={narrow} type={integrationType} />
          <Account url={url} narrow={narrow} type={integrationType} />
        </SpaceBetween>
      ) : (
        <SpaceBetween size="l">
          <DisabledField what="benchmark" chosen={url.benchmarkType} />
          <DisabledField what="account" chosen={url.integrationId} />
        </SpaceBetween>
      )}
      <FormField label="Category">
        <ChoiceFilter
          label="Category"
          all="All categories"
          values={categories}
          value={url.category}
          onChange={(category) => narrow({ category })}
        />
      </FormField>
      <FormField label="Result">
        <ChoiceFilter
          label="Result"
          all="All results"
          values={criticalities}
          labelOf={resultText}
          value={criticalities.find((status) => status === url.criticality)}
          onChange={(criticality) => narrow({ criticality, runError: undefined })}
        />
      </FormField>
      <Age url={url} narrow={narrow} />
      <Toggle
        checked={runError !== undefined}
        description={runErrorText}
        onChange={({ detail }) =>
          narrow({ runError: detail.checked ? 'true' : undefined, criticality: undefined })
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
