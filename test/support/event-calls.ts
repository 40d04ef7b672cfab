import { type Loopback, openLoopback } from './loopback.ts';

export type EventCalls = Loopback & {
  /** Calls that threw or died so far, which Lambda makes again. */
  again(): Promise<void>;
  /** Settles when every call so far has ended. */
  idle(): Promise<unknown>;
};

const mostCalls = 3;

/** Speaks Lambda's Invoke with the type `Event`: takes the call, answers, and then makes it. */
export const openEventCalls = async (
  call: (payload: unknown) => Promise<void>,
): Promise<EventCalls> => {
  let kept: { payload: unknown; calls: number }[] = [];
  const underWay = new Set<Promise<unknown>>();

  const make = (one: { payload: unknown; calls: number }): void => {
    const made = call(one.payload).then(
      () => kept.splice(kept.indexOf(one), 1),
      () => undefined,
    );
    underWay.add(made.finally(() => underWay.delete(made)));
  };

  const loopback = await openLoopback(({ headers, body }) => {
    if (headers['x-amz-invocation-type'] !== 'Event') return { status: 400 };
    const one = { payload: JSON.parse(body.toString()), calls: 1 };
    kept.push(one);
    make(one);
    return { status: 202 };
  });

  return {
    ...loopback,
    again: async () => {
      kept = kept.filter(({ calls }) => calls < mostCalls);
      for (const one of kept) {
        one.calls += 1;
        make(one);
      }
    },
    idle: () => Promise.all(underWay),
  };
};
