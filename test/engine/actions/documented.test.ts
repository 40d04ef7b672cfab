import type { ActionOf } from '#lib/domain/actions/definition.schema.ts';
import { readyMadeActions } from '#lib/domain/actions/ready-made.ts';
import type { InterceptedCall } from '../integrations/stand-in.ts';
import { openActionRunner } from '../nodes/action-runner.ts';
import { closePeers } from '../outgoing/peer.ts';
import { clouds } from './documented/clouds.ts';
import { code } from './documented/code.ts';
import { onCall } from './documented/on-call.ts';
import type { DocumentedCall } from './documented/exchange.ts';
import { identity } from './documented/identity.ts';
import { monitoring } from './documented/monitoring.ts';
import { network } from './documented/network.ts';
import { posture } from './documented/posture.ts';
import { security } from './documented/security.ts';
import { tickets } from './documented/tickets.ts';

const documentedCalls: Record<string, DocumentedCall> = {
  ...clouds,
  ...code,
  ...onCall,
  ...identity,
  ...monitoring,
  ...network,
  ...posture,
  ...security,
  ...tickets,
};

const actions = readyMadeActions
  .filter((one): one is ActionOf<'rest'> => one.executable_type === 'rest')
  .map((one) => [one._id, one] as const);

afterEach(closePeers);

/** The body as its service reads it: JSON, or the text of a form. */
const bodyOf = ({ body, headers }: InterceptedCall): unknown => {
  if (body === '') return undefined;
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return isForm ? body : JSON.parse(body);
};

const replyOf = ([status, body]: DocumentedCall['answer']) => {
  if (body === undefined) return { status };
  if (typeof body === 'string') return { status, headers: { 'content-type': 'text/xml' }, body };
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: JSON.stringify(body) };
};

it('the documented calls cover exactly the REST actions', () => {
  expect(Object.keys(documentedCalls).toSorted()).toEqual(actions.map(([id]) => id).toSorted());
});

it.each(actions)('%s makes the call that its service documents', async (id, action) => {
  const expected = documentedCalls[id];
  if (!expected) throw new Error(`Write down the call of ${id}.`);
  const { stand, run, last } = await openActionRunner(() => replyOf(expected.answer));
  const outcome = await run(action, expected.given);
  const request = last();
  expect(`${request.method} ${request.address}`).toBe(expected.call);
  expect(bodyOf(request)).toEqual(expected.body);
  expect(request.headers).toMatchObject(expected.headers ?? {});
  // Some services reject a change without a content length.
  if (['POST', 'PUT', 'PATCH'].includes(request.method)) {
    expect(request.headers['content-length']).toBe(String(Buffer.byteLength(request.body)));
  }
  expect(stand.meant.filter(({ address }) => address === request.address)).toHaveLength(1);
  const [status, body] = expected.answer;
  const result = expected.result ?? body ?? '';
  expect(outcome).toMatchObject({ type: 'done', output: { status, result } });
});
