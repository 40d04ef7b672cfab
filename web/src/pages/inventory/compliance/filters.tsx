import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { categories } from '#lib/domain/bots/bot.schema.ts';
import { ownBenchmark } from '#lib/domain/compliance/benchmark.schema.ts';
import { criticalities, criticalityLabels } from '#lib/domain/compliance/criticality.rules.ts';
import {
  type InventoryType,
  inventoryTypes,
} from '#lib/domain/inventory/inventoried-clouds.schema.ts';
import { compliance } from '#web/api/compliance.ts';
import { integrations } from '#web/api/integrations.ts';
import { useCall } from '#web/api/use-call.ts';
import { Choice } from '#web/components/choice.tsx';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import type { ComplianceUrl, NarrowCompliance } from './compliance-url.ts';

type Props = { url: ComplianceUrl; narrow: NarrowCompliance; onClear: (() => void) | undefined };

type OfType = Pick<Props, 'url' | 'narrow'> & { type: InventoryType };

/** How much of a benchmark the rules serve: nobody takes it for a certificate. */
const coverageText = (covered: number, controls: number | undefined): string =>
  controls === undefined
    ? `Rules serve ${covered} of its controls`
    : `Rules serve ${covered} of its ${controls} controls`;

const Benchmark = ({ url, narrow, type }: OfType) => {
  const { data } = useCall(compliance.listBenchmarkTypes, { integration_type: type });
  const items = data?.items ?? [];
  const chosen = items.filter(({ benchmark }) => benchmark === url.benchmarkType);
  const coverage = chosen
    .map(({ version, covered, controls }) => `${version}: ${coverageText(covered, controls)}.`)
    .join(' ');
  return (
    <FormField label="Benchmark" constraintText={coverage}>
      <Choice
        label="Benchmark"
        all="All benchmarks"
        values={[...new Set(items.map(({ benchmark }) => benchmark)), ownBenchmark]}
        value={url.benchmarkType}
        onChange={(benchmarkType) => narrow({ benchmarkType })}
      />
    </FormField>
  );
};

const Account = ({ url, narrow, type }: OfType) => {
  const asked = { integration_type: [type], number_of_items: 100 };
  const { data } = useCall(integrations.listIntegrations, asked);
  const accounts = data?.items ?? [];
  return (
    <FormField label="Account">
      <Choice
        label="Account"
        all="All accounts"
        values={accounts.map(({ accountId }) => accountId)}
        labelOf={(id) => accounts.find(({ accountId }) => accountId === id)?.alias ?? id}
        value={url.integrationId}
        onChange={(integrationId) => narrow({ integrationId })}
      />
    </FormField>
  );
};

/** A benchmark and an account are chosen among those of a type. */
const NotYet = ({ what }: { what: string }) => (
  <FormField
    label={what === 'benchmark' ? 'Benchmark' : 'Account'}
    constraintText="Choose an integration type first."
  >
    <Select disabled selectedOption={null} options={[]} placeholder={`All ${what}s`} />
  </FormField>
);

/** Which accounts and rules are shown; a benchmark and an account are of a type. */
export const Filters = ({ url, narrow, onClear }: Props) => {
  const { nameOf } = useIntegrationTypes();
  const { integrationType, runError } = url;
  return (
    <SpaceBetween size="l">
      <FormField label="Integration type">
        <Choice
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
        <>
          <Benchmark url={url} narrow={narrow} type={integrationType} />
          <Account url={url} narrow={narrow} type={integrationType} />
        </>
      ) : (
        ['benchmark', 'account'].map((what) => <NotYet key={what} what={what} />)
      )}
      <FormField label="Category">
        <Choice
          label="Category"
          all="All categories"
          values={categories}
          value={url.category}
          onChange={(category) => narrow({ category })}
        />
      </FormField>
      <FormField label="Criticality">
        <Choice
          label="Criticality"
          all="All criticalities"
          values={criticalities}
          labelOf={(status) => criticalityLabels[status]}
          value={criticalities.find((status) => status === url.criticality)}
          onChange={(criticality) => narrow({ criticality, runError: undefined })}
        />
      </FormField>
      <Toggle
        checked={runError !== undefined}
        description="Rules that could not run somewhere; no criticality is chosen with it."
        onChange={({ detail }) =>
          narrow({ runError: detail.checked ? 'true' : undefined, criticality: undefined })
        }
      >
        Obscure
      </Toggle>
      <Button disabled={!onClear} onClick={onClear}>
        Clear filters
      </Button>
    </SpaceBetween>
  );
};
