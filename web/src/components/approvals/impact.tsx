import type { ReactNode } from 'react';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { ApprovalView } from '#lib/domain/approvals/approval.schema.ts';
import type { Impact as Facts, NamedResource, Share } from '#lib/domain/approvals/impact.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { approvals } from '#web/api/approvals.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/components/link.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { localTime } from '#web/components/time.tsx';

/** The most names per kind; the table below lists them all. */
const maxListed = 5;

const listText = (texts: readonly string[]): string => {
  const remaining = texts.length - maxListed;
  const listedText = texts.slice(0, maxListed).join(', ');
  return remaining > 0 ? `${listedText} and ${remaining} more` : listedText;
};

/** Values with their counts; without one if all resources have the same value. */
const sharesText = (shares: readonly Share[], count: number): string =>
  listText(shares.map((one) => (one.count === count ? one.value : `${one.value} (${one.count})`)));

const namesText = (resources: readonly NamedResource[]): string =>
  listText(resources.map(({ id, name }) => name ?? id));

const countText = ({ count, excluded }: Facts): string =>
  excluded ? `${count} of ${count + excluded}, ${excluded} left out` : String(count);

type Since = NonNullable<Facts['since_last_run']>;

const Changes = ({ lastRun, isFollowed }: { lastRun: Since; isFollowed: boolean }) => {
  const { approval_id, requested_on, next_nodes, ...changes } = lastRun;
  const moment = localTime(requested_on);
  const link = isFollowed ? <Link to={pathTo('approval', { approval_id })}>{moment}</Link> : moment;
  const kinds = [
    { text: 'New', resources: changes.added },
    { text: 'Changed', resources: changes.changed },
    { text: 'No longer there', resources: changes.gone },
  ].filter(({ resources }) => resources.length > 0);
  if (kinds.length === 0 && next_nodes.length === 0) return <>None: the same as on {link}</>;
  return (
    <>
      {kinds.map(({ text, resources }) => (
        <div key={text}>
          {text}: {resources.length} ({namesText(resources)})
        </div>
      ))}
      {next_nodes.length > 0 && <div>Next steps that differ: {listText(next_nodes)}</div>}
      <div>Compared with {link}</div>
    </>
  );
};

const factsOf = (facts: Facts, isFollowed: boolean) => {
  const { count, accounts, regions, tags, since_last_run: lastRun } = facts;
  const pairs: { label: string; value: ReactNode }[] = [
    { label: 'Resources', value: countText(facts) },
    { label: 'Accounts', value: sharesText(accounts, count) || '-' },
    { label: 'Regions', value: sharesText(regions, count) || '-' },
    { label: 'Tags', value: sharesText(tags, count) || '-' },
    {
      label: 'Changes since the last run',
      value: lastRun ? (
        <Changes lastRun={lastRun} isFollowed={isFollowed} />
      ) : (
        'Asked for the first time'
      ),
    },
  ];
  return pairs;
};

type Props = { approval: ApprovalView; inPlace: boolean };

/** What would change, and the differences from the last run: to be read before deciding. */
export const Impact = ({ approval, inPlace }: Props) => {
  const input = { approval_id: approval._id };
  const { data, error, refetch } = useCall(approvals.countApprovalResources, input);
  const body = () => {
    if (data) return <KeyValuePairs columns={3} items={factsOf(data, !inPlace)} />;
    if (error) return <LoadFailed error={error} subject="what would change" onRetry={refetch} />;
    return <StatusIndicator type="loading">Counting what would change</StatusIndicator>;
  };
  if (inPlace) return body();
  const title = approval.status === 'pending' ? 'What will change' : 'What was asked';
  return <Container header={<Header variant="h2">{title}</Header>}>{body()}</Container>;
};
