import { queryKey, useCall, type CallOptions } from './use-call.ts';
import type { Call } from './client.ts';
import { useFresh } from './use-fresh.ts';

/** The answer of a GET route, and what asks for it again: for frames that say it has changed. */
export const useLive = <In, Out>(
  call: Call<In, Out>,
  input: In,
  options: CallOptions<Out> = {},
) => {
  const answer = useCall(call, input, options);
  return { answer, askAgain: useFresh(queryKey(call, input)) };
};
