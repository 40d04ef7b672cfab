import SpaceBetween from '@cloudscape-design/components/space-between';
import Token from '@cloudscape-design/components/token';
import { resultText } from '#lib/domain/compliance/criticality.rules.ts';
import { useIntegrationTypes } from '#web/components/use-catalogue.ts';
import { type ComplianceUrl, daysText, type ChangeComplianceFilter } from './compliance-url.ts';

type Props = {
  url: ComplianceUrl;
  changeFilter: ChangeComplianceFilter;
  /** The alias of an account, by its id. */
  aliasOf: (id: string) => string;
};

/** The active filters, as the filter panel shows them only while it is open. */
export const ShownFilters = ({ url, changeFilter, aliasOf }: Props) => {
  const { nameOf } = useIntegrationTypes();
  const { integrationType, integrationId, benchmarkType, category, criticality } = url;
  const { runError, newSince, openDays } = url;
  const labels = {
    integrationType: integrationType && `Type: ${nameOf(integrationType)}`,
    integrationId: integrationId && `Account: ${aliasOf(integrationId)}`,
    benchmarkType: benchmarkType && `Benchmark: ${benchmarkType}`,
    category: category && `Category: ${category}`,
    criticality: criticality && `Result: ${resultText(criticality)}`,
    runError: runError && resultText('error'),
    newSince: newSince && `New since ${newSince}`,
    openDays: openDays && `Open for at least ${daysText(openDays)}`,
  };
  const activeNames = (Object.keys(labels) as (keyof typeof labels)[]).filter(
    (name) => labels[name],
  );
  if (activeNames.length === 0) return null;
  // Benchmarks and accounts depend on the type.
  const typeReset = {
    integrationType: undefined,
    benchmarkType: undefined,
    integrationId: undefined,
  };
  return (
    <SpaceBetween size="xs" direction="horizontal">
      {activeNames.map((name) => (
        <Token
          key={name}
          variant="inline"
          label={labels[name]}
          dismissLabel={`Remove the filter ${labels[name]}`}
          onDismiss={() =>
            changeFilter(name === 'integrationType' ? typeReset : { [name]: undefined })
          }
        />
      ))}
    </SpaceBetween>
  );
};
