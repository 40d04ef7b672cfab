import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { RuleRow } from '#lib/domain/compliance/compliance.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { LinkButton } from '#web/components/link.tsx';
import { Time } from '#web/components/time.tsx';
import type { ComplianceUrl } from './compliance-url.ts';
import { CreateBot } from './create-bot.tsx';
import type { OpenException } from './exceptions/use-exceptions.tsx';
import { useHasModel } from './use-has-model.ts';
import { Severity } from './rule-columns.tsx';
import { RuleResources } from './rule-resources.tsx';

type Props = { rule: RuleRow; url: ComplianceUrl; onException: OpenException };

/** Another filter starts again with the first page, and without a selection. */
const filterKey = (url: ComplianceUrl): string => {
  const { integrationType, integrationId, criticality, newSince, openDays } = url;
  return JSON.stringify([integrationType, integrationId, criticality, newSince, openDays]);
};

/** How Create Bot starts if no template or action fixes the findings. */
const NoFix = () => {
  const hasModel = useHasModel();
  return (
    <Box color="text-body-secondary">
      There is no ready-made fix for this rule.{' '}
      {hasModel
        ? 'Create Bot opens the AI builder with the rule and its findings.'
        : 'Create Bot starts with a bot that mails you its findings: add the steps that ' +
          'correct them.'}
    </Box>
  );
};

/** One rule: its rationale, its remediation, its resources, and where it could not run. */
export const RuleDetails = ({ rule, url, onException }: Props) => (
  <SpaceBetween size="l">
    <Box>{rule.description}</Box>
    {rule.run_errors.map(({ integration_id, alias, message, asked_at }) => (
      <Alert key={integration_id} type="warning" header={`Not evaluated in ${alias}`}>
        {message}
        {asked_at !== undefined && (
          <>
            {' '}
            Shown are the results of the scan of <Time at={asked_at} />.
          </>
        )}
      </Alert>
    ))}
    {rule.incomplete.map(({ integration_id, alias, problem }) => (
      <Alert key={integration_id} type="warning" header={`Incomplete scan of ${alias}`}>
        {problem} The result may be wrong for rules that look for missing resources. Previous
        findings of resources that could not be read are kept.
      </Alert>
    ))}
    {rule.not_asked.map(({ integration_id, alias, asked_at, changed }) => (
      <Alert key={integration_id} type="info" header={`Not evaluated by the last scan of ${alias}`}>
        {changed ? 'Its query was changed since.' : 'Its schedule checks other benchmarks.'} Shown
        are the results of the scan of <Time at={asked_at} />; scan now to evaluate all rules.
      </Alert>
    ))}
    <KeyValuePairs
      columns={4}
      items={[
        { label: 'Remediation', value: rule.remediation },
        { label: 'Severity', value: <Severity of={rule.severity} /> },
        { label: 'Benchmark', value: rule.activity_source },
        {
          label: 'Controls',
          value: rule.activity_details.map(({ activity_id }) => activity_id).join(', '),
        },
      ]}
    />
    {!rule.fix && <NoFix />}
    <SpaceBetween size="xs" direction="horizontal">
      <CreateBot rule={rule} integrationId={url.integrationId} />
      <LinkButton to={pathTo('scanSchedules', {}, { integrationType: rule.integration_type })}>
        Go to scans
      </LinkButton>
    </SpaceBetween>
    <RuleResources key={filterKey(url)} {...{ rule, url, onException }} />
  </SpaceBetween>
);
