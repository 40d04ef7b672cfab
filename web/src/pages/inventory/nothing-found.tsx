import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ResourceSource } from '#lib/domain/inventory/resources/resource.schema.ts';
import type { SearchQuery } from '#lib/domain/inventory/search/query.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { LinkButton } from '#web/components/link.tsx';
import { AddSamples, ScanNow } from '#web/components/scanning/scan-buttons.tsx';
import type { Scanning } from '#web/components/scanning/use-scanning.ts';

const notFound = 'No Inventory Resources Found...';

type Props = {
  scanning: Scanning;
  /** The number of integrations with an inventory. */
  connected: number;
  /** The sources of the search, if known. */
  sources: readonly ResourceSource[] | undefined;
  query: SearchQuery | undefined;
  onSearch: (query: string) => void;
};

const Connect = ({ scanning }: { scanning: Scanning }) => (
  <Box display="inline-block">
    <SpaceBetween size="xs" direction="horizontal">
      <LinkButton to={pathTo('integrations')}>Connect an integration</LinkButton>
      <AddSamples scanning={scanning} />
    </SpaceBetween>
  </Box>
);

/** Integrations that were never scanned, and are not being scanned. */
export const neverScannedIds = (sources: readonly ResourceSource[]): string[] =>
  sources
    .filter(({ scanned, scanning }) => !scanned && !scanning)
    .map(({ integration_id }) => integration_id);

/** The number of deleted integrations that a search names. */
export const deletedCountOf = (
  query: SearchQuery | undefined,
  sources: readonly ResourceSource[],
): number => {
  const foundIds = new Set(sources.map(({ integration_id }) => integration_id));
  return [...new Set(query?.integration_ids)].filter((id) => !foundIds.has(id)).length;
};

export const deletedText = (count: number): string =>
  count === 1
    ? 'An integration that this search names is no longer connected.'
    : `${count} integrations that this search names are no longer connected.`;

/** Shown instead of resources if there are none, with advice. */
export const emptyMessage = ({ scanning, connected, sources, query, onSearch }: Props) => {
  const searchedSources = query && sources;
  const connect = <Connect scanning={scanning} />;
  if (connected === 0) {
    const text =
      'Connect AWS, Azure, Google Cloud or Kubernetes, or look around in sample accounts first.';
    return {
      title: searchedSources ? notFound : 'Nothing is connected yet',
      text,
      action: connect,
    };
  }
  if (!searchedSources) {
    const text = 'Select a resource type, add rules if needed, then search.';
    return { title: 'Search the inventory', text };
  }
  const deletedCount = deletedCountOf(query, searchedSources);
  if (searchedSources.length === 0 && deletedCount > 0) {
    const text = `${deletedText(deletedCount)} Choose others, or search all of this type.`;
    const all = JSON.stringify({ ...query, integration_ids: undefined });
    const action = <Button onClick={() => onSearch(all)}>Search all of this type</Button>;
    return { title: notFound, text, action };
  }
  if (searchedSources.length === 0) {
    const text = 'No integration of this type is connected.';
    return { title: notFound, text, action: connect };
  }
  const unscanned = neverScannedIds(searchedSources);
  if (unscanned.length === searchedSources.length) {
    const text = 'The integrations of this type have never been scanned.';
    return { title: notFound, text, action: <ScanNow ids={unscanned} scanning={scanning} /> };
  }
  if (searchedSources.some((one) => one.scanning)) {
    return { title: notFound, text: 'A scan is under way. Its results are shown when it ends.' };
  }
  return { title: notFound, text: 'No resource of the last scans matches the rules.' };
};
