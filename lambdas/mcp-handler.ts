import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Log } from '#lib/kernel/log.ts';
import { originSecretHeader, viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';
import { answerMcp, type McpDeps } from '#lib/mcp.ts';
import { jsonResponse } from './json-response.ts';
import { requestIdIn } from './request-id.ts';

/** Headers that identify the caller, passed on so that the API checks and records the same one. */
const forwardedHeaders = ['authorization', originSecretHeader, viewerAddressHeader];

const headersOf = ({ headers }: APIGatewayProxyEvent): Record<string, string> => {
  const forwarded = Object.entries(headers).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return forwardedHeaders.includes(lower) && value !== undefined ? [[lower, value] as const] : [];
  });
  return Object.fromEntries(forwarded);
};

/** In ms: API Gateway waits only a little longer for a response. */
const callTimeout = 26_000;

/** Calls the API at the address that this call was made to. */
const apiClientOf =
  (event: APIGatewayProxyEvent, fetchApi: typeof fetch): McpDeps['callApi'] =>
  async ({ method, path, body }) => {
    const { domainName = '', stage } = event.requestContext;
    const type = body === undefined ? undefined : { 'content-type': 'application/json' };
    const response = await fetchApi(`https://${domainName}/${stage}/${path}`, {
      method,
      headers: { ...headersOf(event), ...type },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(callTimeout),
    });
    return { status: response.status, body: await response.text() };
  };

type Deps = { fetchApi: typeof fetch; version: string; log: Log };

/** The Lambda of the Model Context Protocol; the authorizer has authenticated the caller. */
export const mcpHandler =
  ({ fetchApi, version, log }: Deps) =>
  async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const { body, isBase64Encoded } = event;
    const text = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
    try {
      const callApi = apiClientOf(event, fetchApi);
      const { status, body: answerBody } = await answerMcp({ callApi, version }, text);
      return answerBody
        ? jsonResponse(status, answerBody)
        : { ...jsonResponse(status, {}), body: '' };
    } catch (error) {
      const fields = { ...requestIdIn(event), area: 'mcp', error };
      log.error('A call of a tool failed unexpectedly.', fields);
      return jsonResponse(500, { error: 'Something went wrong on our side. Try again.' });
    }
  };
