import { type OutgoingRequest, outgoing } from '#lib/engine/outgoing/request.ts';
import { httpPeer, type Reply, type Seen } from '../outgoing/peer.ts';

/** A call that a peer received, and the address that it was meant for. */
export type Meant = Seen & { address: string };

/**
 * One server on this machine that replaces every host: calls take the product's own path, except
 * for the host's name.
 */
export const standIn = async (reply: (seen: Meant) => Reply) => {
  const meant: Meant[] = [];
  const requests: OutgoingRequest[] = [];
  const peer = await httpPeer((seen) => {
    const { 'x-meant-for': origin, ...headers } = seen.headers;
    const call = { ...seen, headers, address: `${String(origin)}${seen.path}` };
    meant.push(call);
    return reply(call);
  });
  const elsewhere = await httpPeer(() => ({ status: 200, body: '{}' }));
  const real = outgoing({ allow: [peer.pair, elsewhere.pair] });
  const send = (request: OutgoingRequest) => {
    requests.push(request);
    const { origin, pathname, search } = new URL(request.url);
    const headers = { ...request.headers, 'x-meant-for': origin };
    return real({ ...request, url: peer.url + pathname + search, headers });
  };
  return { outgoing: send, meant, requests, peer, elsewhere };
};
export type StandIn = Awaited<ReturnType<typeof standIn>>;
