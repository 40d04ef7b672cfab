/** One destination: `api.example.com`, `*.example.com` (subdomains), `*`; with a scheme, a port. */
const destinationPattern =
  '(https?://)?(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*)(:[0-9]{1,5})?';

/** A comma-separated list of destinations, possibly empty. */
export const destinationListPattern = `^(${destinationPattern}(,${destinationPattern})*)?$`;

/** A destination that the operator allows; without scheme or port, any. */
export type OutgoingDestination = { scheme?: string; host: string; port?: string };

const destinationParts = /^(?:(https?:)\/\/)?([^:]+)(?::(\d+))?$/;

/** Parses the operator's list, which matches `destinationListPattern`. */
export const parseDestinations = (list: string): OutgoingDestination[] =>
  list
    .toLowerCase()
    .split(',')
    .flatMap((text) => {
      const [, scheme, host, port] = destinationParts.exec(text) ?? [];
      return host === undefined ? [] : [{ host, ...(scheme && { scheme }), ...(port && { port }) }];
    });

const isHostMatch = (pattern: string, host: string): boolean => {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
};

/** Whether a URL matches one of the destinations. */
export const isAmongDestinations = (
  url: URL,
  destinations: readonly OutgoingDestination[],
): boolean => {
  const host = url.hostname.replace(/\.$/, '');
  const defaultPort = url.protocol === 'https:' ? '443' : '80';
  return destinations.some(
    (destination) =>
      isHostMatch(destination.host, host) &&
      (destination.scheme === undefined || destination.scheme === url.protocol) &&
      (destination.port === undefined || destination.port === (url.port || defaultPort)),
  );
};
