import type { Proof } from '#lib/domain/account/caller.service.ts';
import { forbidden, Refusal } from '#lib/kernel/refusal.ts';
import { dataHeaders } from '#lib/kernel/site-headers.ts';
import { answerMcp, type McpDeps, mcpPath } from '#lib/mcp.ts';
import { isCrossOrigin } from './address.ts';
import type { ApiDispatch } from './api-dispatch.ts';
import type { AddressOf } from './caller-address.ts';
import { bodyLimits, methodNotAllowed, type Mount, readBody } from './respond.ts';
import { writeCompressed, writeUncompressed } from './write-answer.ts';

const path = `/api/${mcpPath}`;

type Deps = {
  dispatch: ApiDispatch;
  prove: (authorization: string | undefined, address: string) => Promise<Proof>;
  addressOf: AddressOf;
  version: () => string;
};

/** The API as tools, for programs that speak the Model Context Protocol. */
export const mcpMount = ({ dispatch, prove, addressOf, version }: Deps): Mount => ({
  claims: (requestPath) => requestPath === path,
  serve: async (request, response, url) => {
    // Without streams a GET has no use, and without sessions a DELETE has none.
    if (request.method !== 'POST') throw methodNotAllowed(['POST']);
    const { authorization } = request.headers;
    if (isCrossOrigin(request, url)) throw forbidden('Pages of other sites may not call this.');
    const viewer = addressOf(request);
    const proof = await prove(authorization, viewer);
    const authorizer = { proof: JSON.stringify(proof), viewer };
    const callApi: McpDeps['callApi'] = async ({ method, path: apiPath, body }) => {
      const target = new URL(`/api/${apiPath}`, url);
      const { socket, headersDistinct } = request;
      const sender = { method, socket, headersDistinct };
      try {
        const { statusCode, body: text } = await dispatch(
          method,
          target.pathname.slice(5),
        )({
          request: sender,
          url: target,
          body: Buffer.from(body ?? ''),
          authorizer,
        });
        return { status: statusCode, body: text };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { status: error.status, body: JSON.stringify(error.body()) };
      }
    };
    const text = (await readBody(request, bodyLimits.api)).toString('utf8');
    const { status, body } = await answerMcp({ callApi, version: version() }, text);
    if (!body) {
      writeUncompressed(response, { statusCode: status, headers: dataHeaders, body: '' });
      return;
    }
    const result = { statusCode: status, headers: dataHeaders, body: JSON.stringify(body) };
    await writeCompressed(request, response, result);
  },
});
