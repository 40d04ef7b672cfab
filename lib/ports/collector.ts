import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';

export type CollectAsked = {
  integration: Integration;
  table: string;
  /** Aborted where the scan was cancelled, or the table took too long: then the rows just end. */
  signal: AbortSignal;
  /**
   * Says for people what could not be read, in which region where it is of one, and which resource
   * where no more than that one is missing: what is known of it. The rows of the others still come.
   */
  problem(sentence: string, region?: string, leftOut?: Row): void;
  /**
   * Says for people that a region is closed to everybody in the account, as by a policy of its
   * organization: what may be used was read all the same.
   */
  closed(sentence: string, region: string): void;
  /** Says that the rows begin anew: those that came before are out of date, and count no more. */
  again(): void;
};

/**
 * Reads what there is in an account, table by table, in Steampipe's names and shapes. It throws a
 * `CannotCollect` with a sentence for people where a table cannot be read at all.
 */
export type Collector = {
  /** The tables that it reads of this integration. */
  tables(integration: Integration): Promise<readonly string[]>;
  /** The rows of a table, in lists of any length. */
  rows(asked: CollectAsked): AsyncIterable<readonly Row[]>;
};

/** Why a table, or an integration, cannot be read: a sentence for people. */
export class CannotCollect extends Error {}
