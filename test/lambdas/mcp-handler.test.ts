import type { APIGatewayProxyEvent } from 'aws-lambda';
import { mcpHandler } from '#lambdas/mcp-handler.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

const eventOf = (message: object) =>
  ({
    headers: {
      Authorization: 'Bearer key',
      'x-origin-secret': 'secret',
      'x-viewer-address': '203.0.113.9',
      cookie: 'session=1',
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    isBase64Encoded: false,
    requestContext: { domainName: 'api.example.com', stage: 'v1' },
  }) as unknown as APIGatewayProxyEvent;

describe('the function of the Model Context Protocol', () => {
  it('calls the API at its own address as the same caller from the same address', async () => {
    const requests: [string, RequestInit][] = [];
    const fetchApi = async (url: unknown, init: RequestInit = {}) => {
      requests.push([String(url), init]);
      return new Response('{"items":[]}');
    };
    const handler = mcpHandler({ fetchApi, version: '1', log });
    const params = { name: 'listBots', arguments: { search: 'a' } };
    const answer = await handler(eventOf({ id: 1, method: 'tools/call', params }));
    expect(JSON.parse(answer.body)).toMatchObject({ result: { isError: false } });
    const [[url, { headers }] = ['', {}]] = requests;
    expect(url).toBe('https://api.example.com/v1/bots?search=a');
    expect(headers).toEqual({
      authorization: 'Bearer key',
      'x-origin-secret': 'secret',
      'x-viewer-address': '203.0.113.9',
    });
  });

  it('has an empty response to a notification, and hides details of failures', async () => {
    const fetchApi = async () => Promise.reject(new Error('secret of the network'));
    const handler = mcpHandler({ fetchApi, version: '1', log });
    expect(await handler(eventOf({ method: 'notifications/initialized' }))).toMatchObject({
      statusCode: 202,
      body: '',
    });
    const failed = await handler(eventOf({ id: 1, method: 'tools/list' }));
    expect(failed.statusCode).toBe(500);
    expect(failed.body).not.toContain('secret');
  });
});
