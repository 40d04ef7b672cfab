import {
  type Loopback,
  type LoopbackAnswer,
  type LoopbackRequest,
  openLoopback,
} from '#test/support/loopback.ts';

type RequestHandler = (request: LoopbackRequest) => LoopbackAnswer | Promise<LoopbackAnswer>;

/** The HTTP server that bots call in the tests of one file; it records every request. */
export const openHttpTarget = () => {
  let peer: Loopback | undefined;
  const defaultAnswer: RequestHandler = () => ({ body: 'ok' });
  const target = {
    seen: [] as LoopbackRequest[],
    /** How it answers in the current test. */
    answer: defaultAnswer,
    url: (path = '') => `${peer?.endpoint}/${path}`,
    /** As in the policy for outgoing calls. */
    pair: () => new URL(peer?.endpoint ?? '').host,
    keys: () => target.seen.map(({ headers }) => String(headers['idempotency-key'])),
  };

  beforeAll(async () => {
    peer = await openLoopback((request) => {
      target.seen.push(request);
      return target.answer(request);
    });
  });
  beforeEach(() => {
    target.seen = [];
    target.answer = defaultAnswer;
  });
  afterAll(() => peer?.close());
  return target;
};
