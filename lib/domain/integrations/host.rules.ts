/**
 * The host of a URL as integrations store it: `host` or `host:port` for https. For plain http it
 * includes the scheme and port, so that a secret meant for https is never sent over http.
 */
export const hostOf = ({ protocol, host, hostname, port }: URL): string =>
  protocol === 'https:' ? host : `http://${hostname}:${port || '80'}`;

/** The parsed URL, if secrets may be sent there: https, or http with an explicit port. */
export const parseSafeUrl = (text: string): URL | undefined => {
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && url.port !== '');
  return isSafe ? url : undefined;
};

/**
 * `host` (https) or `host:port` in the canonical spelling of URLs, so that texts can be compared.
 * Undefined if the text is not a host.
 */
export const parseHost = (text: string): string | undefined => {
  const url = /^[^\s/\\@?#]+$/.test(text) ? URL.parse(`https://${text}`) : null;
  return url && /^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/.test(url.host) ? url.host : undefined;
};

/** The hosts in a text, separated by line breaks, spaces or commas; undefined for invalid ones. */
export const parseHosts = (text: string): (string | undefined)[] =>
  text
    .split(/[\s,]+/)
    .filter((one) => one !== '')
    .map(parseHost);

export const isAllowedHost = ({ hosts }: { hosts: readonly string[] }, url: URL): boolean =>
  (url.protocol === 'https:' || url.protocol === 'http:') && hosts.includes(hostOf(url));
