import { Socket } from 'node:net';
import { limits } from '#lib/kernel/limits.ts';
import { type AddressPolicy, bareHost, resolveAllowed } from './address.ts';
import { connectionError, OutgoingError } from './errors.ts';

/** A server with another protocol than HTTP. */
export type Peer = { host: string; port: string };

/** Connects to a server. Throws an `OutgoingError` where that is not allowed or fails. */
export type Dial = (peer: Peer) => Promise<Socket>;

/** The peer as a URL, as policies and messages need it. */
const urlOf = ({ host, port }: Peer): URL => {
  const url = URL.parse(`https://${host}:${port}`);
  if (url) return url;
  throw new OutgoingError('request', 'The name and the port of the server are not valid.');
};

const connectTo = (url: URL, address: string, ms: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = new Socket();
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(ms, () => {
      const problem = `${url.host} did not accept a connection within ${ms / 1000} s.`;
      fail(new OutgoingError('timeout', `${problem} Check that the service is up.`));
    });
    socket.once('error', fail);
    socket.connect({ host: address, port: Number(url.port || '443') }, () => {
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      socket.off('error', fail);
      resolve(socket);
    });
  });

/**
 * Connects by the rules of outgoing calls: the name is looked up once, every address is checked,
 * and the socket connects to one of these addresses.
 */
export const dialer =
  (policy: AddressPolicy, connectMs: number = limits.httpConnect): Dial =>
  async (peer) => {
    const url = urlOf(peer);
    try {
      const addresses = await resolveAllowed(url, policy);
      let failure: unknown;
      for (const { address } of addresses.slice(0, 3)) {
        try {
          return await connectTo(url, address, connectMs);
        } catch (error) {
          failure = error;
        }
      }
      throw failure ?? new OutgoingError('connect', `${bareHost(url)} has no address.`);
    } catch (error) {
      throw connectionError(error, url);
    }
  };

/** A connected socket for a client library that would otherwise connect by itself. */
export const toConnectedSocket = (socket: Socket): Socket => {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return socket;
};
