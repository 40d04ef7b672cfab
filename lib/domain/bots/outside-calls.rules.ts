import type { Graph } from './bot.schema.ts';
import { reachOf } from './reach-by-kind.rules.ts';
import { isSkipped } from './node-facts.schema.ts';
import type { FindAction } from './node-reach.rules.ts';
import type { OutsideCall } from './outside-calls.schema.ts';

const keyOf = ({ integration_id = '', method, host }: OutsideCall): string =>
  `${host} ${method} ${integration_id}`;

/** The calls of a graph's nodes to other systems than AWS, without duplicates, sorted by host. */
export const outsideCallsOf = ({ nodes }: Graph, find: FindAction): OutsideCall[] => {
  const all = nodes
    .filter((node) => !isSkipped(node))
    .flatMap((node) => reachOf(node.type)?.calls(node.settings, find) ?? []);
  const byKey = new Map(all.map((one) => [keyOf(one), one]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/** The calls in `current` that are not in `previous`. */
export const addedCalls = <Made extends OutsideCall>(
  current: readonly Made[],
  previous: readonly OutsideCall[],
): Made[] => {
  const previousKeys = new Set(previous.map(keyOf));
  return current.filter((one) => !previousKeys.has(keyOf(one)));
};

/** `POST api.example.com with Tickets`; `alias` is the alias of the integration. */
export const outsideCallText = (
  { integration_id, method, host }: OutsideCall,
  alias?: string,
): string => {
  const name = alias ?? 'an integration that was deleted';
  if (host === 'agent') return `${method} by an agent of ${name}`;
  if (host === 'mcp') return `The tool ${method} of ${name}`;
  if (host === 'model') return `Questions to a model of ${name}`;
  const callText = method === 'any' ? 'Any call to' : method;
  const hosts: Record<string, string> = {
    any: integration_id === undefined ? 'any address' : 'an address determined in the run',
    default: 'its address',
  };
  const hostText = hosts[host] ?? host;
  return integration_id === undefined
    ? `${callText} ${hostText}, without an integration`
    : `${callText} ${hostText} with ${name}`;
};
