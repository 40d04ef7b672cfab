/**
 * Loads the server part of `ws` instead of its stub for browsers:
 * @jest-environment-options {"customExportConditions": ["node"]}
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { useState } from 'react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import * as z from 'zod';
import { defineRoutes } from '#lib/kernel/route.ts';
import { eventually } from '#test/support/eventually.ts';
import { client } from '#web/api/client.ts';
import { setConnection } from '#web/api/connection.ts';
import { createQueryClient } from '#web/api/queries.ts';
import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel, useSocket } from '#web/api/use-socket.ts';

const guardFields = { permission: 'read_thing', resource: 'thing', audit: 'Look' };
const shapes = { input: z.strictObject({}), output: z.object({ status: z.string() }) };
const { getThing } = client(
  defineRoutes({ getThing: { method: 'GET', path: 'thing', ...guardFields, ...shapes } }),
);

/** Shows its answer. */
const Thing = () => {
  const { answer, askAgain } = useRefetchableCall(getThing, {});
  useChannel('approval_updated', askAgain);
  return <p>{answer.data?.status ?? answer.error?.message ?? 'no answer'}</p>;
};

/** Shows the last frame received, and the thing at once or after a press. */
const Page = ({ isShown }: { isShown: boolean }) => {
  useSocket(true);
  const [lastChange, setLastChange] = useState('nothing');
  const [shows, show] = useState(isShown);
  useChannel('approval_updated', () => setLastChange('a change'));
  useChannel('user_input_updated', () => setLastChange('something else'));
  return (
    <>
      {shows && <Thing />}
      <button onClick={() => show(true)}>{lastChange}</button>
    </>
  );
};

const frames = {
  change: { channel: 'approval_updated', message: { approval_id: 'apr_1', status: 'pending' } },
  other: { channel: 'user_input_updated', message: { user_input_id: 'uin_1', status: 'PENDING' } },
};

describe('data that frames keep up to date', () => {
  let server: Server;
  let sockets: WebSocketServer;
  let responses: ServerResponse[] = [];
  const peers: Peer[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/thing') responses.push(response);
      else response.end('{"ticket":"ticket","expires_at":""}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    sockets = new WebSocketServer({ server });
    sockets.on('connection', (peer) => void peers.push(peer));
    const address = server.address();
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const accessToken = async () => 'token';
    setConnection({ apiUrl: `http://${host}`, socketUrl: `ws://${host}/ws`, accessToken });
  });

  afterEach(() => {
    cleanup();
    responses = [];
  });

  afterAll(() => {
    sockets.close();
    server.close();
  });

  const questions = (count: number) =>
    eventually(
      async () => responses.length,
      (length) => length >= count,
    );
  const answer = (status: number, body: object) =>
    responses.at(-1)?.writeHead(status).end(JSON.stringify(body));

  /** A page, and its socket once that is open. */
  const open = async (isShown: boolean): Promise<Peer | undefined> => {
    const before = peers.length;
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Page isShown={isShown} />
      </QueryClientProvider>,
    );
    await eventually(
      async () => peers.length,
      (length) => length > before,
    );
    return peers.at(-1);
  };
  const hear = async (peer: Peer | undefined, frame: object, text: string) => {
    peer?.send(JSON.stringify(frame));
    return screen.findByRole('button', { name: text });
  };

  it('is requested again when a change arrives during the first request', async () => {
    const peer = await open(false);
    const button = await hear(peer, frames.other, 'something else');
    fireEvent.click(button);
    await questions(1);
    await hear(peer, frames.change, 'a change');
    answer(404, { error: 'It is not there.' });
    await questions(2);
    answer(200, { status: 'pending' });
    await screen.findByText('pending');
    expect(responses).toHaveLength(2);
  });

  it('is requested again when the socket opens during the first request', async () => {
    const peer = await open(true);
    await questions(1);
    await hear(peer, frames.other, 'something else');
    answer(404, { error: 'It is not there.' });
    await questions(2);
    answer(200, { status: 'pending' });
    await screen.findByText('pending');
    expect(responses).toHaveLength(2);
  });
});
