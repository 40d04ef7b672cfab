import type { Need } from '#lib/stack/needs.ts';
import { accountId, region } from '../../support/account.ts';
import type { Edge } from './edge.ts';

/** The variables that a function is given. */
export type Variables = Record<string, string>;

export type Use = [action: string, resource: string, context?: Edge['context']];

/**
 * What needs do to the resources that the function's own variables name: a file of `needs/` for
 * each port.
 */
export type Uses = { [N in Need]?: (given: Variables) => Use[] };

export const tenant = `org_${'a'.repeat(32)}`;

export const arn = (service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${accountId}:${rest}`;
