// Requests that are sent before the console's code has arrived. Imports no packages, so that the
// first script stays small.
import { readStoredToken } from './stored-token.ts';

/** Drops parameters of the stack that were left empty. */
const isNotEmpty = ([, value]: [string, unknown]): boolean => value !== '';

const readConfigFile = async (): Promise<Record<string, unknown>> => {
  // Without options, as `index.html` preloads it; the server forbids caching.
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new Error(`/config.json was answered with ${answer.status}.`);
  const config: Record<string, unknown> = JSON.parse(await answer.text());
  return Object.fromEntries(Object.entries(config).filter(isNotEmpty));
};

let configRequest: ReturnType<typeof readConfigFile> | undefined;

/** The content of `/config.json`, requested once. Rejects with an error that says what is wrong. */
export const loadConfigFile = () => (configRequest ??= readConfigFile());

/** Milliseconds. After that the request is sent again as a normal one. */
const earlyTimeout = 10_000;

let earlyRequest: { url: string; token: string; answer: Promise<Response> } | undefined;

/** Requests the signed-in user if a token is kept: no page is shown before it is known. */
export const prefetchCurrentUser = async (): Promise<void> => {
  const { apiUrl, userPoolClientId } = await loadConfigFile();
  const token = readStoredToken(userPoolClientId);
  if (!token) return;
  const url = `${String(apiUrl)}/users/me`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = fetch(url, { headers, signal: AbortSignal.timeout(earlyTimeout) });
  // A failure is handled where the answer is taken.
  answer.catch(() => {});
  earlyRequest = { url, token, answer };
};

/**
 * The answer to a request that was sent early, returned once; undefined if none was sent or it
 * failed.
 */
export const takeEarlyAnswer = async (
  url: string,
  token: string,
): Promise<Response | undefined> => {
  if (earlyRequest?.url !== url || earlyRequest.token !== token) return undefined;
  const { answer } = earlyRequest;
  earlyRequest = undefined;
  return answer.catch(() => undefined);
};
