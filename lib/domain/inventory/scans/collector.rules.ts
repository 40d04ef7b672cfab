import type { Integration } from '../../integrations/integration.schema.ts';
import { collectorLabels, type CollectorName } from './collector.schema.ts';

/** Schemas of a Steampipe service by the id of an integration, or by a type for all of it. */
export type SteampipeConnections = Readonly<Record<string, readonly string[]>>;

/** What the operator of this server has for scans besides what there always is. */
export type CollectorOffers = {
  steampipe?: SteampipeConnections | undefined;
  /** Connections of exporters, by the same ids and types. */
  exporter?: SteampipeConnections | undefined;
};

export type Collected = Pick<Integration, '_id' | 'cspName' | 'sample'>;

const own = <T>(values: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** The plugin of a table or a connection: what its name begins with, as in `azure_prod`. */
export const pluginOf = (name: string): string => name.split('_', 1)[0] ?? name;

/** Where the tables of an integration lie in the Steampipe service; undefined where nowhere. */
export const schemasOf = (
  { _id, cspName }: Collected,
  connections: SteampipeConnections | undefined,
): readonly string[] | undefined => own(connections, _id) ?? own(connections, cspName);

type Serves = (one: Collected, offers: CollectorOffers) => boolean;

/** Who reads which integrations: the first that serves one does. */
const serving: readonly (readonly [CollectorName, Serves])[] = [
  ['sample', ({ sample }) => sample !== undefined],
  ['steampipe', (one, { steampipe }) => schemasOf(one, steampipe) !== undefined],
  ['exporter', (one, { exporter }) => schemasOf(one, exporter) !== undefined],
  ['aws', ({ cspName }) => cspName === 'aws'],
  ['agent', ({ cspName }) => cspName === 'kubernetes'],
];

/** Who reads an integration; undefined where nobody does. */
export const collectorOf = (one: Collected, offers: CollectorOffers): CollectorName | undefined =>
  serving.find(([, serves]) => serves(one, offers))?.[0];

const typeNames: Readonly<Record<string, string>> = { azure: 'Azure', gcp: 'GCP' };

/** What to do about an integration that nobody reads. */
export const nobodyReads = ({ cspName }: Pick<Integration, 'cspName'>): string => {
  const type = own(typeNames, cspName) ?? cspName;
  const what = `Nothing here reads accounts of ${type} yet. Whoever runs this server can connect`;
  return `${what} a Steampipe service, or its exporters. Or scan a sample account.`;
};

/** Who reads an integration as pages show it: by what, or what to do as nobody does. */
export const readerOf = (one: Collected, offers: CollectorOffers) => {
  const name = collectorOf(one, offers);
  return name ? { read_by: collectorLabels[name] } : { unread: nobodyReads(one) };
};

const entry = /^[A-Za-z0-9_-]{1,60}=[A-Za-z0-9_]{1,63}(\+[A-Za-z0-9_]{1,63})*$/;

/**
 * Connections as operators write them: `int_abc=azure_prod+azuread_prod,gcp=gcp`. Undefined where
 * the text is something else.
 */
export const connectionsIn = (text: string): SteampipeConnections | undefined => {
  const entries = text.split(',').map((part) => part.trim());
  if (!entries.every((one) => entry.test(one))) return undefined;
  return Object.fromEntries(
    entries.map((one) => {
      const [whose = '', schemas = ''] = one.split('=');
      return [whose, schemas.split('+')];
    }),
  );
};
