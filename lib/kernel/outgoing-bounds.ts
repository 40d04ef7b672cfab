/** One destination: `api.example.com`, `*.example.com` (what lies below), `*`; with TLS, a port. */
const destination =
  '(https?://)?(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*)(:[0-9]{1,5})?';

/** A list of destinations, or nothing. */
export const outgoingPattern = `^(${destination}(,${destination})*)?$`;

/** A destination that an operator names; without scheme or port it is any. */
export type OutgoingBound = { scheme?: string; host: string; port?: string };

const parts = /^(?:(https?:)\/\/)?([^:]+)(?::(\d+))?$/;

/** What the operator's list holds, which fits `outgoingPattern`. */
export const outgoingBounds = (list: string): OutgoingBound[] =>
  list
    .toLowerCase()
    .split(',')
    .flatMap((text) => {
      const [, scheme, host, port] = parts.exec(text) ?? [];
      return host === undefined ? [] : [{ host, ...(scheme && { scheme }), ...(port && { port }) }];
    });

const fitsHost = (pattern: string, host: string): boolean => {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
};

/** Whether an address is one of the destinations. */
export const isWithin = (url: URL, bounds: readonly OutgoingBound[]): boolean => {
  const host = url.hostname.replace(/\.$/, '');
  const usual = url.protocol === 'https:' ? '443' : '80';
  return bounds.some(
    (bound) =>
      fitsHost(bound.host, host) &&
      (bound.scheme === undefined || bound.scheme === url.protocol) &&
      (bound.port === undefined || bound.port === (url.port || usual)),
  );
};
