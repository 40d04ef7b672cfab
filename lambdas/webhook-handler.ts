import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { WebhookAnswer, WebhookRequest } from '#lib/domain/listeners/webhook.service.ts';
import type { Log, LogFields } from '#lib/kernel/log.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { jsonResponse, type Outage, refusalResponse, withHsts } from './json-response.ts';
import { requestIdIn } from './request-id.ts';

type Values = Record<string, string[] | undefined> | null;

/** All values by name, ignoring case. Built with a Map, because senders choose the names. */
const valuesByName = (
  values: Values,
  rename = (name: string) => name,
): Record<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const [name, value = []] of Object.entries(values ?? {})) {
    const key = rename(name);
    found.set(key, [...(found.get(key) ?? []), ...value]);
  }
  return Object.fromEntries(found);
};

const requestOf = (event: APIGatewayProxyEvent): WebhookRequest => ({
  type: event.pathParameters?.type ?? '',
  listener_id: event.pathParameters?.listener_id ?? '',
  call: {
    headers: valuesByName(event.multiValueHeaders, (name) => name.toLowerCase()),
    query: valuesByName(event.multiValueQueryStringParameters),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
  },
});

/** Answers one call of the public webhook API in either edition; logs `fields`. */
export const answerWebhook =
  (receive: (request: WebhookRequest) => Promise<WebhookAnswer>, log: Log, outage?: Outage) =>
  async (request: WebhookRequest, fields: LogFields = {}): Promise<APIGatewayProxyResult> => {
    try {
      const { status, body } = await receive(request);
      return jsonResponse(status, body);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error);
      const outageRefusal = outage?.(error);
      const logMessage = outageRefusal?.message ?? 'A webhook call failed unexpectedly.';
      log.error(logMessage, { ...fields, area: 'webhooks', error });
      if (outageRefusal) return refusalResponse(outageRefusal);
      const sentence = 'The event was not stored. Send it again in a moment.';
      return jsonResponse(503, { error: sentence }, { 'retry-after': '5' });
    }
  };

/** The Lambda of the public webhook API: one path; the listener authenticates the caller. */
export const webhookHandler = (...deps: Parameters<typeof answerWebhook>) => {
  const respond = answerWebhook(...deps);
  return async (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
    withHsts(await respond(requestOf(event), requestIdIn(event)));
};
