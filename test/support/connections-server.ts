import { awsError, type Loopback, openLoopback } from './loopback.ts';

export type ConnectionsServer = Loopback & {
  /** Messages posted to each open connection. */
  openSockets: Map<string, string[]>;
  /** Connections for which calls are currently throttled. */
  throttled: Set<string>;
};

/** Implements PostToConnection and DeleteConnection of API Gateway's management API. */
export const openConnections = async (): Promise<ConnectionsServer> => {
  const openSockets = new Map<string, string[]>();
  const throttled = new Set<string>();
  const loopback = await openLoopback(({ method, path, body }) => {
    const [, id = ''] = /^\/@connections\/([^/]+)$/.exec(path) ?? [];
    if (method === 'DELETE' && openSockets.delete(id)) return { status: 204 };
    if (method === 'DELETE') return awsError('GoneException', 'Gone', 410);
    if (method !== 'POST') return awsError('ForbiddenException', 'Forbidden', 403);
    if (body.length > 32 * 1024) return awsError('PayloadTooLargeException', 'Too large', 413);
    if (throttled.has(id)) return awsError('LimitExceededException', 'Too many requests', 429);
    const posted = openSockets.get(id);
    if (!posted) return awsError('GoneException', 'Gone', 410);
    posted.push(body.toString());
    return {};
  });
  return { ...loopback, openSockets, throttled };
};
