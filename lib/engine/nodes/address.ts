/**
 * The URL with a query parameter set. The rest of the query keeps its spelling, because some
 * services sign or compare it.
 */
export const withParameter = (url: URL, name: string, value: string): URL => {
  const isSameParameter = (pair: string) => new URLSearchParams(pair).has(name);
  const remainingPairs = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isSameParameter(pair));
  const encoded = [name, value].map((text) => encodeURIComponent(text.toWellFormed()));
  const newUrl = new URL(url);
  newUrl.search = [...remainingPairs, encoded.join('=')].join('&');
  return newUrl;
};

/** A URL as shown to people: without its query, which may contain secrets. */
export const shownAddress = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.origin + url.pathname : address.replace(/[?#].*/s, '').slice(0, 200);
};
