import { createHmac } from 'node:crypto';
import { pathTypeOf, type WebhookCall } from '#lib/domain/listeners/listener.rules.ts';
import { authConfigs, newListener } from '#lib/domain/listeners/listener.schema.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { Scene } from '../scene.ts';

/** An HMAC-SHA256 signature in hexadecimal with its prefix. */
export const sign = (secret: string, body: string | Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

type Values = Record<string, string | string[]>;

export const signatureAuth = authConfigs.parse({ auth_type: 'signature', headers: {} });
export const headerSecretAuth = authConfigs.parse({ auth_type: 'secret_in_header', headers: {} });
export const querySecretAuth = authConfigs.parse({ auth_type: 'secret_in_query', query_param: {} });

const lists = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value].flat()]));

/** A call as it arrives: each header and parameter with a list of values. */
export const callOf = (
  body: string | Uint8Array,
  headers: Values = {},
  query: Values = {},
): WebhookCall => ({ headers: lists(headers), query: lists(query), body: Buffer.from(body) });

type Fields = Partial<Parameters<Scene['listeners']['createListener']>[1]>;

/** A listener of the scene, and a sender that knows its secret. */
export const openSender = async (scene: Scene, fields: Fields = {}) => {
  const defaults = { name: 'Findings', description: 'Findings', auth_configs: signatureAuth };
  const input = newListener.parse({ ...defaults, ...fields });
  const listener = await scene.listeners.createListener(scene.root, input);
  const { _id: listener_id, secret, webhook_source_integration_type: source = '' } = listener;
  const type = pathTypeOf(source);

  const send = (call: WebhookCall, address = { type, listener_id }) =>
    scene.receive({ ...address, call });

  const status = async (call: WebhookCall, address = { type, listener_id }): Promise<number> => {
    try {
      return (await send(call, address)).status;
    } catch (error) {
      if (error instanceof Refusal) return error.status;
      throw error;
    }
  };

  const signed = (body: string | Uint8Array, headers: Values = {}, by = secret): WebhookCall =>
    callOf(body, { 'x-hub-signature-256': sign(by, body), ...headers });

  /** The stored events, newest first. */
  const events = async () => {
    const request = { listener_id, number_of_items: 100 };
    return (await scene.listeners.listListenerEvents(scene.root, request)).items;
  };

  return { listener, listener_id, secret, type, send, status, signed, events };
};
