import { useState } from 'react';
import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Violation } from '#lib/domain/compliance/compliance.schema.ts';
import {
  criticalityLabels,
  criticalityMeanings,
} from '#lib/domain/compliance/criticality.rules.ts';
import { findingStatuses } from '#lib/domain/compliance/rule.schema.ts';
import type { Resource } from '#lib/domain/inventory/resources/resource.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { Empty } from '#web/components/empty.tsx';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { AppliedText } from './compliance/exceptions/applied.tsx';

const benchmarksOf = ({ compliances }: Violation): string =>
  [...new Set(compliances.map(({ benchmark }) => benchmark))].join(', ');

type RuleProps = { said: Violation; asksForWork: boolean };

const RuleSays = ({ said, asksForWork }: RuleProps) => {
  const { findings, details, remediation, first_seen, integration_id, exception } = said;
  const benchmarks = benchmarksOf(said);
  const asked = { rule: findings.rule_id, integrationId: integration_id };
  return (
    <SpaceBetween size="xxs">
      <Link to={pathTo('compliance', {}, asked)}>{findings.title}</Link>
      <Box>{details}</Box>
      {exception && <AppliedText exception={exception} />}
      {asksForWork && <Box>{remediation}</Box>}
      <Box color="text-body-secondary" fontSize="body-s">
        {findings.service} · since <Time at={first_seen} />
        {benchmarks && ` · ${benchmarks}`}
      </Box>
    </SpaceBetween>
  );
};

type Props = { resourceType: string; resource: Resource };

/** What the compliance rules say of one resource, the most urgent first. */
export const Violations = ({ resourceType, resource }: Props) => {
  const { integration_id, _id } = resource;
  const { data, error, refetch } = useCall(compliance.listResourceViolations, {
    integration_id,
    resource_type: resourceType,
    resource: _id,
  });
  if (error) return <LoadFailed error={error} what="violations" onRetry={refetch} />;
  if (!data) return <Loading text="Loading violations" />;
  const said = findingStatuses.filter((status) => data[status].length > 0);
  return (
    <SpaceBetween size="l">
      <Copy text={_id} what="resource" />
      <Link to={pathTo('approvals', {}, { resource: _id })}>
        Approvals about this resource, with their runs
      </Link>
      {said.length === 0 && (
        <Empty
          title="No rule says anything about this resource"
          text="Rules are evaluated at each scan, over the resource types that they read."
        />
      )}
      {said.map((status) => (
        <ExpandableSection
          key={status}
          defaultExpanded={status !== 'ok' && status !== 'skip'}
          headerText={`${criticalityLabels[status]} (${data[status].length})`}
          headerDescription={criticalityMeanings[status]}
        >
          <SpaceBetween size="m">
            {data[status].map((one) => (
              <RuleSays
                key={one.findings.rule_id}
                said={one}
                asksForWork={status === 'alarm' || status === 'error'}
              />
            ))}
          </SpaceBetween>
        </ExpandableSection>
      ))}
    </SpaceBetween>
  );
};

/** The drawer of a resource of the type that is shown, once somebody opens it. */
export const useViolations = (shownType: string | undefined) => {
  const [opened, setOpened] = useState<Props>();
  // Another search may show another type meanwhile: the resource keeps its own.
  const open = (resource: Resource) =>
    shownType !== undefined && setOpened({ resource, resourceType: shownType });
  if (!opened) return { open, drawer: undefined };
  const { resource } = opened;
  const body = <Violations key={`${resource.integration_id} ${resource._id}`} {...opened} />;
  const onClose = () => setOpened(undefined);
  return { open, drawer: { title: `Violations of ${resource.name}`, body, onClose } };
};
