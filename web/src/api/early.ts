// Requests that are sent before the console's code has arrived. Imports no packages, so that the
// first script stays small.
import { keptToken } from './kept-token.ts';

/** A parameter of the stack that was left empty. */
const isGiven = ([, value]: [string, unknown]): boolean => value !== '';

const readConfigFile = async (): Promise<Record<string, unknown>> => {
  // As index.html asks for it ahead; the server has nobody keep it.
  const answer = await fetch('/config.json');
  if (!answer.ok) throw new Error(`/config.json was answered with ${answer.status}.`);
  const said: Record<string, unknown> = JSON.parse(await answer.text());
  return Object.fromEntries(Object.entries(said).filter(isGiven));
};

let file: ReturnType<typeof readConfigFile> | undefined;

/** What `/config.json` says, asked for once. Rejects with what is wrong. */
export const configFile = () => (file ??= readConfigFile());

/** In milliseconds. After that the request is sent again, as any other. */
const patience = 10_000;

let asked: { url: string; token: string; answer: Promise<Response> } | undefined;

/** Asks who is signed in, if a token is kept: no page is shown before that is known. */
export const askEarlyWhoIsSignedIn = async (): Promise<void> => {
  const { apiUrl, userPoolClientId } = await configFile();
  const token = keptToken(userPoolClientId);
  if (!token) return;
  const url = `${String(apiUrl)}/users/me`;
  const headers = { authorization: `Bearer ${token}` };
  const answer = fetch(url, { headers, signal: AbortSignal.timeout(patience) });
  // A failure is handled where the answer is taken.
  answer.catch(() => {});
  asked = { url, token, answer };
};

/** The answer to a request that was sent early, once; undefined where none was, or it failed. */
export const earlyAnswer = async (url: string, token: string): Promise<Response | undefined> => {
  if (asked?.url !== url || asked.token !== token) return undefined;
  const { answer } = asked;
  asked = undefined;
  return answer.catch(() => undefined);
};
