import type { Need } from '#lib/stack/needs.ts';
import { accountId, region } from '../../support/account.ts';
import type { Edge } from './edge.ts';

/** The environment variables of a function. */
export type Variables = Record<string, string>;

export type Use = [action: string, resource: string, context?: Edge['context']];

/**
 * What a need does to the resources that the function's variables name: one file in `needs/` per
 * port.
 */
export type Uses = { [N in Need]?: (variables: Variables) => Use[] };

export const tenant = `org_${'a'.repeat(32)}`;

export const arn = (service: string, resourcePath: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${resourcePath}`;
