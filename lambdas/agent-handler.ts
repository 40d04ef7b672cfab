import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { AgentRequest } from '#lib/domain/agents/calls/agent-call.service.ts';
import { signatureHeaders } from '#lib/domain/agents/calls/call.schema.ts';
import type { Log, LogFields } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { jsonResponse, type Outage, refusalResponse, withHsts } from './json-response.ts';
import { requestIdIn } from './request-id.ts';

/** A call of the public API in either edition. */
export type RawAgentCall = {
  /** The variables of the path. */
  variables: Record<string, string | undefined>;
  /** Headers by their names in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
  address?: string | undefined;
  /** Aborted when the client disconnects; absent on Lambda, which is not notified of that. */
  gone?: AbortSignal;
};

const requestOf = ({ variables, headers, body, address, gone }: RawAgentCall): AgentRequest => ({
  tenant_id: variables.tenant_id,
  agent_id: variables.agent_id,
  call: variables.call,
  time: headers[signatureHeaders.time],
  nonce: headers[signatureHeaders.nonce],
  instance: headers[signatureHeaders.instance],
  signature: headers[signatureHeaders.signature],
  body,
  ...(address !== undefined && { address }),
  ...(gone && { gone }),
});

type AnswerRequest = (request: AgentRequest) => Promise<{ status: number; body: object }>;

/** Answers one call of an agent; a Refusal becomes its status and sentence; logs `fields`. */
export const answerAgentCall =
  (respond: AnswerRequest, log: Log, outage?: Outage) =>
  async (call: RawAgentCall, fields: LogFields = {}): Promise<APIGatewayProxyResult> => {
    try {
      const { status, body } = await respond(requestOf(call));
      return jsonResponse(status, body);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error);
      const outageRefusal = outage?.(error);
      const logMessage = outageRefusal?.message ?? 'A call of an agent failed unexpectedly.';
      log.error(logMessage, { ...fields, area: 'agents', error });
      if (outageRefusal) return refusalResponse(outageRefusal);
      return jsonResponse(500, { error: 'Something went wrong on our side. Try again.' });
    }
  };

/** Keeps headers that were sent once; repeated ones are ambiguous and left out. */
const singleHeaders = (headers: APIGatewayProxyEvent['multiValueHeaders'] | null) =>
  Object.fromEntries(
    Object.entries(headers ?? {})
      .filter(([, values]) => values?.length === 1)
      .map(([name, values]) => [name.toLowerCase(), values?.[0]]),
  );

/** The Lambda that handles calls of agents. */
export const agentHandler = (...deps: Parameters<typeof answerAgentCall>) => {
  const respond = answerAgentCall(...deps);
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const call = {
      variables: event.pathParameters ?? {},
      headers: singleHeaders(event.multiValueHeaders),
      body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString(),
      address: event.requestContext.identity?.sourceIp,
    };
    return withHsts(await respond(call, requestIdIn(event)));
  };
};
