import { outgoing, type OutgoingRequest } from '#lib/engine/outgoing/request.ts';
import { openHttpPeer, type Reply, type SeenRequest } from '../outgoing/peer.ts';

/** A call that a peer received, and the address that it was meant for. */
export type InterceptedCall = SeenRequest & { address: string };

/**
 * One server on this machine that replaces every host: calls take the product's own path, except
 * for the host's name.
 */
export const openStandIn = async (reply: (call: InterceptedCall) => Reply) => {
  const calls: InterceptedCall[] = [];
  const requests: OutgoingRequest[] = [];
  const peer = await openHttpPeer((request) => {
    const { 'x-meant-for': origin, ...headers } = request.headers;
    const call = { ...request, headers, address: `${String(origin)}${request.path}` };
    calls.push(call);
    return reply(call);
  });
  const elsewhere = await openHttpPeer(() => ({ status: 200, body: '{}' }));
  const real = outgoing({ allow: [peer.pair, elsewhere.pair] });
  const send = (request: OutgoingRequest) => {
    requests.push(request);
    const { origin, pathname, search } = new URL(request.url);
    const headers = { ...request.headers, 'x-meant-for': origin };
    return real({ ...request, url: peer.url + pathname + search, headers });
  };
  return { outgoing: send, meant: calls, requests, peer, elsewhere };
};
export type StandIn = Awaited<ReturnType<typeof openStandIn>>;
