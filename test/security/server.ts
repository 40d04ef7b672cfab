import { generateKeyPairSync, sign } from 'node:crypto';
import { realtimeChannels } from '#lib/channels.ts';
import { proveIdentity } from '#lib/domain/account/caller.service.ts';
import { tokenVerifier } from '#lib/domain/account/token.rules.ts';
import { redeemTicket } from '#lib/domain/ws/ticket.service.ts';
import { apiDispatch } from '#lib/local/http/api-dispatch.ts';
import { apiMount } from '#lib/local/http/api-mount.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { socketServer } from '#lib/local/http/socket-server.ts';
import { pathVariables, type Route, type Routes } from '#lib/kernel/route.ts';
import { allRoutes, type Area } from '#lib/routes.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { openScene } from '../domain/scene.ts';
import { openTestApi, type Values } from '../lambdas/gateway.ts';

export const issuer = 'https://pool.example/local_Cloudwarden';
export const clientId = 'console';
export const hashKey = 'the text that keys hashes';

export const generateRsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
export type RsaKeys = ReturnType<typeof generateRsaKeys>;

export const jwkOf = ({ publicKey }: RsaKeys, kid: string) => {
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  return { kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e };
};

export const encodeTokenPart = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export type WireAnswer = { status: number; headers: Record<string, string>; body: string };

const addressIn = (route: Route, input: Values): string =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));

/** A request of a route as clients send it; missing path variables get ids that name nothing. */
const requestOf = (route: Route, input: Values) => {
  const variables = pathVariables(route.path);
  const pathValues = Object.fromEntries(variables.map((name) => [name, input[name] ?? 'none']));
  const otherFields = Object.entries(input).filter(([name]) => !variables.includes(name));
  const inQuery = route.method === 'GET' || route.method === 'DELETE';
  const query = new URLSearchParams(
    otherFields.map(([name, value]): [string, string] => [name, String(value)]),
  );
  const search = inQuery && query.size > 0 ? `?${query.toString()}` : '';
  return {
    path: `/api/${addressIn(route, pathValues)}${search}`,
    ...(!inQuery && { body: JSON.stringify(Object.fromEntries(otherFields)) }),
  };
};

/**
 * The API and the WebSocket of one organisation behind real HTTP, with a user pool whose key the
 * test holds. Each request has its own source address, because limits on guessing have their own
 * tests.
 */
export const openServer = async (world: TestDatabase) => {
  const scene = openScene(world);
  const { db, clock, tenant_id } = scene;
  const api = await openTestApi(scene);
  const keys = generateRsaKeys();
  const jwks = { keys: [jwkOf(keys, 'k1')] };
  const verifyToken = tokenVerifier({ issuer, clientId, jwks, clock });
  const prove = proveIdentity({ db, clock, hashKey: () => hashKey, verifyToken });
  let requests = 0;
  const http = httpServer(api.deps.log);
  const areas = Object.entries(allRoutes).map(([area, routes]) => ({
    routes: routes as Routes,
    handler: async (event: Parameters<typeof api.send>[1]) => {
      const { status, headers = {}, text } = await api.send(area as Area, event);
      return { statusCode: status, headers, body: text };
    },
  }));
  const port = await http.listen(0, '127.0.0.1');
  const addressOf = () => {
    requests += 1;
    return `2001:db8:${requests.toString(16)}::1`;
  };
  const mount = apiMount(apiDispatch(areas), prove, addressOf);
  http.open([mount]);
  const redeem = redeemTicket({ db, clock, channels: realtimeChannels });
  const sockets = socketServer(http.server, redeem, scene.realtime.attach, async () => '');

  const claims = {
    sub: '8b1c',
    username: 'root@example.com',
    client_id: clientId,
    token_use: 'access',
    iss: issuer,
    'cognito:groups': [tenant_id],
  };

  /** A token of the pool with the given changes, signed with the pool's key or another. */
  const token = (body: object = {}, head: object = {}, signer = keys, digest = 'sha256') => {
    const seconds = Math.floor(clock() / 1000);
    const header = encodeTokenPart({ alg: 'RS256', kid: 'k1', ...head });
    const times = { iat: seconds, auth_time: seconds, exp: seconds + 3600 };
    const text = `${header}.${encodeTokenPart({ ...claims, ...times, ...body })}`;
    return `${text}.${sign(digest, Buffer.from(text), signer.privateKey).toString('base64url')}`;
  };

  const send = async (route: Route, input: Values, authorization?: string): Promise<WireAnswer> => {
    const { path, ...init } = requestOf(route, input);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: route.method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(init.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...init,
    });
    const headers = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: await answer.text() };
  };

  const close = async () => {
    sockets.close();
    await http.drain(0);
  };
  return { ...scene, api, port, keys, jwks, claims, token, send, close };
};

export type Server = Awaited<ReturnType<typeof openServer>>;
