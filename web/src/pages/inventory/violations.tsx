import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Violation } from '#lib/domain/compliance/compliance.schema.ts';
import { resultText } from '#lib/domain/compliance/criticality.rules.ts';
import { findingStatuses } from '#lib/domain/compliance/rule.schema.ts';
import type { Resource } from '#lib/domain/inventory/resources/resource.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { useCall } from '#web/api/use-call.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { Copy } from '#web/components/copy.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Time } from '#web/components/time.tsx';
import { textParam } from '#web/components/use-url-state.ts';
import { AppliedText } from './compliance/exceptions/applied.tsx';
import { Severity } from './compliance/rule-columns.tsx';

const benchmarksOf = ({ compliances }: Violation): string =>
  [...new Set(compliances.map(({ benchmark }) => benchmark))].join(', ');

type ViolationItemProps = { violation: Violation; asksForWork: boolean };

const ViolationItem = ({ violation, asksForWork }: ViolationItemProps) => {
  const { findings, severity, details, remediation, first_seen, integration_id, exception } =
    violation;
  const benchmarks = benchmarksOf(violation);
  const params = { rule: findings.rule_id, integrationId: integration_id };
  return (
    <SpaceBetween size="xxs">
      <SpaceBetween size="xs" direction="horizontal">
        <Link to={pathTo('compliance', {}, params)}>{findings.title}</Link>
        <Severity of={severity} />
      </SpaceBetween>
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

type Props = { resourceType: string; resource: Pick<Resource, '_id' | 'integration_id'> };

/** The results of the compliance rules for one resource, the most urgent first. */
export const Violations = ({ resourceType, resource }: Props) => {
  const { integration_id, _id } = resource;
  const { data, error, refetch } = useCall(compliance.listResourceViolations, {
    integration_id,
    resource_type: resourceType,
    resource: _id,
  });
  if (error) return <LoadFailed error={error} subject="violations" onRetry={refetch} />;
  if (!data) return <Loading text="Loading violations" />;
  const presentStatuses = findingStatuses.filter((status) => data[status].length > 0);
  return (
    <SpaceBetween size="l">
      <Copy text={_id} subject="resource" />
      <Link to={pathTo('approvals', {}, { resource: _id })}>
        Approvals about this resource, with their runs
      </Link>
      {presentStatuses.length === 0 && (
        <EmptyState
          title="No rule says anything about this resource"
          text="Each scan evaluates the rules, on the resource types that they read."
        />
      )}
      {presentStatuses.map((status) => (
        <ExpandableSection
          key={status}
          defaultExpanded={status !== 'ok' && status !== 'skip'}
          headerText={`${resultText(status)}: ${data[status].length}`}
        >
          <SpaceBetween size="m">
            {data[status].map((one) => (
              <ViolationItem
                key={one.findings.rule_id}
                violation={one}
                asksForWork={status === 'alarm' || status === 'error'}
              />
            ))}
          </SpaceBetween>
        </ExpandableSection>
      ))}
    </SpaceBetween>
  );
};

/** The parameters of the resource whose violations are shown. */
export const violationsUrl = { resource: textParam, integrationId: textParam };
type Url = { resource?: string | undefined; integrationId?: string | undefined };

type ViolationsOptions = {
  /** The resource type of the search. */
  type: string | undefined;
  url: Url;
  change: (patch: Url) => void;
  /** The resources of the page. */
  resources: readonly Resource[];
};

/** The panel of the resource that the address names, on whichever page of the list it is. */
export const useViolations = ({ type, url, change, resources }: ViolationsOptions) => {
  const { resource: id, integrationId } = url;
  const open = ({ _id, integration_id }: Resource) =>
    change({ resource: _id, integrationId: integration_id });
  const isOpen = ({ _id, integration_id }: Resource) =>
    _id === id && integration_id === integrationId;
  if (type === undefined || id === undefined || integrationId === undefined) {
    return { open, isOpen, drawer: undefined };
  }
  const name = resources.find(isOpen)?.name ?? id;
  const resource = { _id: id, integration_id: integrationId };
  const body = <Violations key={`${integrationId} ${id}`} {...{ resource, resourceType: type }} />;
  const onClose = () => change({ resource: undefined, integrationId: undefined });
  return { open, isOpen, drawer: { title: `Violations of ${name}`, body, onClose } };
};

/** The number of rules that each of these resources violates; undefined if unknown. */
export const useViolationCounts = (visibleResources: readonly Resource[]) => {
  const resources = visibleResources.map(({ integration_id, _id }) => ({
    integration_id,
    resource: _id,
  }));
  const { answer, askAgain } = useRefetchableCall(
    compliance.countResourceViolations,
    { resources },
    { enabled: resources.length > 0, keep: true },
  );
  const counts = new Map(
    answer.data?.items.map(({ integration_id, resource, critical }) => [
      `${integration_id} ${resource}`,
      critical,
    ]),
  );
  const countOf = ({ integration_id, _id }: Resource) => counts.get(`${integration_id} ${_id}`);
  return { countOf, recount: askAgain };
};
