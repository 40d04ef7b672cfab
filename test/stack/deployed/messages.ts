import { email, tenantId } from '../../support/deployed-product.ts';
import type { Scenario } from '../../support/deployed/scenario.ts';
import { newcomer } from './audit.ts';

export const after = ['audit'];

/** The event of API Gateway when a console sends a frame of the action `send`. */
const socketEvent = (person: { user_id: string; key_id?: string }, channel: string) => ({
  requestContext: { authorizer: { tenant_id: tenantId, channels: '', ...person } },
  body: JSON.stringify({ action: 'send', id: 'message-1', channel, message: {} }),
});

/** Messages that consoles send over their sockets. */
export const scenario: Scenario = (open) => {
  describe('a message over a socket', () => {
    it('to a channel that accepts none is refused with 404', async () => {
      const { api, invoke } = open();
      const keyInput = { name: 'Socket', expires_on: null };
      const { _id: key_id } = await api['api-keys'].createApiKey(keyInput);
      for (const person of [{ user_id: email, key_id }, { user_id: newcomer }]) {
        const answer = await invoke(
          'events/socket-message',
          socketEvent(person, 'listener_called'),
        );
        const { statusCode, body } = Object(answer);
        expect(statusCode).toBe(200);
        expect(JSON.parse(body)).toMatchObject({
          channel: 'refused',
          id: 'message-1',
          message: { status: 404 },
        });
      }
    });

    it('from a person without permission is refused, naming a ROOT user', async () => {
      const { invoke } = open();
      const answer = await invoke(
        'events/socket-message',
        socketEvent({ user_id: newcomer }, 'send_message'),
      );
      expect(JSON.parse(Object(answer).body)).toMatchObject({
        channel: 'refused',
        message: { status: 403, error: expect.stringContaining(email) },
      });
    });
  });
};
