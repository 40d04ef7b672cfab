import type { Integration } from '../../integrations/integration.schema.ts';
import { collectorLabels, type CollectorName } from './collector.schema.ts';

/** Schemas of a Steampipe service, by id of an integration or by type, for all of that type. */
export type SteampipeConnections = Readonly<Record<string, readonly string[]>>;

/** The collectors that the operator of this server has added to the built-in ones. */
export type CollectorOffers = {
  steampipe?: SteampipeConnections | undefined;
  /** Connections of Steampipe exporters, by the same ids and types. */
  exporter?: SteampipeConnections | undefined;
};

export type CollectorTarget = Pick<Integration, '_id' | 'cspName' | 'sample'>;

const ownValue = <T>(
  values: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined => (values && Object.hasOwn(values, name) ? values[name] : undefined);

/** The plugin of a table or connection: the first part of its name, as in `azure_prod`. */
export const pluginOf = (name: string): string => name.split('_', 1)[0] ?? name;

/** The Steampipe schemas with the tables of an integration; undefined if there are none. */
export const schemasOf = (
  { _id, cspName }: CollectorTarget,
  connections: SteampipeConnections | undefined,
): readonly string[] | undefined => ownValue(connections, _id) ?? ownValue(connections, cspName);

type Serves = (one: CollectorTarget, offers: CollectorOffers) => boolean;

/** Which integrations each collector serves; the first match is used. */
const collectorRules: readonly (readonly [CollectorName, Serves])[] = [
  ['sample', ({ sample }) => sample !== undefined],
  ['steampipe', (one, { steampipe }) => schemasOf(one, steampipe) !== undefined],
  ['exporter', (one, { exporter }) => schemasOf(one, exporter) !== undefined],
  ['aws', ({ cspName }) => cspName === 'aws'],
  ['agent', ({ cspName }) => cspName === 'kubernetes'],
];

/** The name of the collector of an integration; undefined if there is none. */
export const collectorOf = (
  one: CollectorTarget,
  offers: CollectorOffers,
): CollectorName | undefined => collectorRules.find(([, serves]) => serves(one, offers))?.[0];

const typeNames: Readonly<Record<string, string>> = { azure: 'Azure', gcp: 'GCP' };

/** What to do about an integration that no collector can read. */
export const noCollectorText = ({ cspName }: Pick<Integration, 'cspName'>): string => {
  const type = ownValue(typeNames, cspName) ?? cspName;
  const text = `This server cannot read accounts of ${type} yet. Its operator can connect`;
  return `${text} a Steampipe service or Steampipe exporters. You can also scan a sample account.`;
};

/** For pages: the collector of an integration or, if there is none, what to do about it. */
export const collectorInfoOf = (one: CollectorTarget, offers: CollectorOffers) => {
  const name = collectorOf(one, offers);
  return name ? { read_by: collectorLabels[name] } : { unread: noCollectorText(one) };
};

const connectionPattern = /^[A-Za-z0-9_-]{1,60}=[A-Za-z0-9_]{1,63}(\+[A-Za-z0-9_]{1,63})*$/;

/**
 * Parses connections as operators write them: `int_abc=azure_prod+azuread_prod,gcp=gcp`. Undefined
 * if the text has another form.
 */
export const parseConnections = (text: string): SteampipeConnections | undefined => {
  const entries = text.split(',').map((part) => part.trim());
  if (!entries.every((one) => connectionPattern.test(one))) return undefined;
  return Object.fromEntries(
    entries.map((one) => {
      const [whose = '', schemas = ''] = one.split('=');
      return [whose, schemas.split('+')];
    }),
  );
};
