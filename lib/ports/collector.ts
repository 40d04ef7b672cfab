import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';

export type CollectRequest = {
  integration: Integration;
  table: string;
  /** Aborted if the scan is cancelled or the table takes too long; the rows then simply end. */
  signal: AbortSignal;
  /**
   * Reports, as a sentence for people, what could not be read: in which region if it is regional,
   * and what is known of the resource (`leftOut`) if only that one is missing. Other rows still
   * come.
   */
  problem(sentence: string, region?: string, leftOut?: Row): void;
  /**
   * Reports, as a sentence for people, that a region is closed to everybody in the account, for
   * example by a policy of its organization. Everything that may be used was still read.
   */
  closed(sentence: string, region: string): void;
  /** Reports that the rows start over: all rows returned so far are out of date and are dropped. */
  again(): void;
};

/**
 * Reads the resources of an account, table by table, under Steampipe's names and columns. Throws
 * `CannotCollect` with a sentence for people if a table cannot be read at all.
 */
export type Collector = {
  /** The tables that the collector can read from this integration. */
  tables(integration: Integration): Promise<readonly string[]>;
  /** The rows of a table, in lists of any length. */
  rows(request: CollectRequest): AsyncIterable<readonly Row[]>;
};

/** Why a table, or an integration, cannot be read: a sentence for people. */
export class CannotCollect extends Error {}
