import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export type LoopbackRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Identifies the connection. */
  callerPort: number;
};
export type LoopbackAnswer = {
  status?: number;
  headers?: Record<string, string>;
  /** A stream may be endless: it is sent as far as it is read. */
  body?: string | Uint8Array | Readable;
};
export type Loopback = { endpoint: string; close: () => Promise<void> };

const failed = (error: unknown): LoopbackAnswer => ({ status: 500, body: String(error) });

/**
 * An HTTP server on this machine that answers each request with `answer`; an exception there is a
 * 500.
 */
export const openLoopback = async (
  answer: (request: LoopbackRequest) => LoopbackAnswer | Promise<LoopbackAnswer>,
): Promise<Loopback> => {
  const handle = async (request: IncomingMessage): Promise<LoopbackAnswer> => {
    const { method = '', url = '', headers } = request;
    const path = decodeURIComponent(url.replace(/\?.*/, ''));
    const query = new URL(url, 'http://loopback').searchParams;
    const callerPort = request.socket.remotePort ?? 0;
    return answer({ method, path, query, headers, body: await buffer(request), callerPort });
  };
  const server = createServer((request, response) => {
    const respond = async () => {
      const { status = 200, headers = {}, body = '' } = await handle(request).catch(failed);
      response.writeHead(status, headers);
      if (body instanceof Readable) pipeline(body, response, () => {});
      else response.end(body);
    };
    void respond();
  });
  // Closing idle connections could cut off a client that calls at that moment.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

/** The options that an AWS client needs for a loopback server; it tries each call once. */
export const clientOf = ({ endpoint }: Loopback) => ({
  endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
});

/** An error in the JSON protocols of AWS. */
export const awsError = (type: string, message = type, status = 400): LoopbackAnswer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': type },
  body: JSON.stringify({ __type: type, message }),
});
