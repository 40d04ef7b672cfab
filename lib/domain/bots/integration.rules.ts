import * as z from 'zod';
import type { Graph, GraphNode } from './bot.schema.ts';
import { type IntegrationType, integrationTypes } from './integration.schema.ts';
import { isPassedBy } from './node-facts.schema.ts';

/** A node's settings, as far as they name what it works with. */
const naming = z.object({
  integration: z
    .object({ type: z.enum(integrationTypes) })
    .optional()
    .catch(undefined),
  url: z.string().optional().catch(undefined),
});

/** Whose API a host is part of, by what it ends with. */
const hosts: Partial<Record<IntegrationType, RegExp>> = {
  aws: /\.(amazonaws\.com(\.cn)?|api\.aws)$/,
  azure: /\.(azure\.(com|net|cn)|windows\.net|microsoftonline\.com)$|^graph\.microsoft\.com$/,
  gcp: /\.googleapis\.com$/,
};

/** The host of an address that names one, and none that is only found out in a run. */
const hostOf = (url: string): string =>
  /^https?:\/\/([a-z0-9.-]+)(:\d+)?([/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';

const namedBy = (node: GraphNode): readonly IntegrationType[] => {
  const { integration, url = '' } = naming.parse(node.settings);
  const host = hostOf(url);
  return integrationTypes.filter(
    (type) => integration?.type === type || hosts[type]?.test(host) === true,
  );
};

/** What the nodes of a graph work with, as far as the graph names it. */
export const integrationsOf = ({ nodes }: Graph): IntegrationType[] => {
  const named = new Set(nodes.filter((node) => !isPassedBy(node)).flatMap(namedBy));
  return integrationTypes.filter((type) => named.has(type));
};
