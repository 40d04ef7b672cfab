import type { APIGatewayProxyEvent } from 'aws-lambda';
import { agentHandler } from '#lambdas/agent-handler.ts';
import { apiHandler } from '#lambdas/api-handler.ts';
import { mcpHandler } from '#lambdas/mcp-handler.ts';
import { webhookHandler } from '#lambdas/webhook-handler.ts';
import { allRoutes } from '#lib/routes.ts';
import { openTestDatabase } from '#test/support/database.ts';
import { createLineLog } from '#test/support/local-bus.ts';
import { openScene } from '../domain/scene.ts';
import { exampleInputs } from './examples.ts';
import { eventOf, openTestApi, routeOf } from './gateway.ts';

const world = openTestDatabase();

/** The API's access log contains the same id. */
const requestId = 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef';

const fails = async (): Promise<never> => {
  throw new Error('down');
};

const callEvent = (requestContext: object = { requestId }) =>
  ({ headers: {}, body: '{}', requestContext }) as unknown as APIGatewayProxyEvent;

const parseLines = (lines: string[]) => lines.map((line) => JSON.parse(line));

describe('the log of a call', () => {
  it('that fails contains the id of the request, for each kind of handler', async () => {
    const scene = openScene(world);
    const { log, lines } = createLineLog();
    const api = await openTestApi(scene);
    const listeners = { ...scene.listeners, listListeners: fails };
    const serve = apiHandler(allRoutes.listeners, listeners, { ...api.deps, log });
    const proof = { proof: JSON.stringify(api.proofOf('root')) };
    const overrides = callEvent({ requestId, authorizer: proof });
    await serve(eventOf(routeOf('listListeners'), {}, undefined, { ...overrides, body: null }), {});
    await webhookHandler(fails, log)(callEvent());
    await agentHandler(fails, log)(callEvent());
    await mcpHandler({ fetchApi: fails, version: '1', log })({
      ...callEvent(),
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(parseLines(lines)).toEqual([
      expect.objectContaining({ level: 'error', route: 'listListeners', request_id: requestId }),
      expect.objectContaining({ level: 'error', area: 'webhooks', request_id: requestId }),
      expect.objectContaining({ level: 'error', area: 'agents', request_id: requestId }),
      expect.objectContaining({ level: 'error', area: 'mcp', request_id: requestId }),
    ]);
  });

  it('that changes data or is refused contains the id of the request', async () => {
    const scene = openScene(world);
    const { log, lines } = createLineLog();
    const api = await openTestApi(scene);
    const serve = apiHandler(allRoutes.listeners, scene.listeners, { ...api.deps, log });
    const requestContext = {
      requestId,
      authorizer: { proof: JSON.stringify(api.proofOf('root')) },
    };
    for (const form of [exampleInputs.createListener, {}]) {
      await serve(
        eventOf(routeOf('createListener'), { ...form }, undefined, { requestContext }),
        {},
      );
    }
    expect(parseLines(lines)).toMatchObject([
      { level: 'info', status: 201, request_id: requestId },
      { level: 'info', message: 'refused', status: 400, request_id: requestId },
    ]);
  });

  it('of the embedded server contains no request id, as it has no access log', async () => {
    const { log, lines } = createLineLog();
    await webhookHandler(fails, log)(callEvent({}));
    expect(lines.join()).not.toContain('request_id');
  });
});
