import { pathVariables, type Route } from './route.ts';

/** `path` is relative to the API's address. */
export type CallRequest = { method: Route['method']; path: string; body?: string };

const queryText = (fields: [string, unknown][]): string => {
  const query = new URLSearchParams();
  // A list becomes `a,b`, the form in which routes take several values.
  for (const [name, value] of fields) query.append(name, String(value));
  const text = query.toString();
  return text && `?${text}`;
};

/** Builds the request of a call: path variables by name, the rest as query or JSON body. */
export const requestOf = (route: Route, input: Record<string, unknown>): CallRequest => {
  const variables = pathVariables(route.path);
  const path = route.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(input[name]).toWellFormed()),
  );
  const remaining = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !variables.includes(name),
  );
  if (route.method === 'GET' || route.method === 'DELETE') {
    return { method: route.method, path: path + queryText(remaining) };
  }
  return { method: route.method, path, body: JSON.stringify(Object.fromEntries(remaining)) };
};
