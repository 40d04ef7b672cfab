import { queryKey, useCall, type CallOptions } from './use-call.ts';
import type { Call } from './client.ts';
import { useFresh } from './use-fresh.ts';

/**
 * The answer of a GET route, and a function that fetches it again: for frames that report a change.
 */
export const useLive = <In, Out>(
  call: Call<In, Out>,
  input: In,
  options: CallOptions<Out> = {},
) => {
  const answer = useCall(call, input, options);
  return { answer, askAgain: useFresh(queryKey(call, input)) };
};
