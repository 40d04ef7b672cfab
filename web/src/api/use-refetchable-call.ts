import { type CallOptions, queryKey, useCall } from './use-call.ts';
import type { Call } from './client.ts';
import { useRefetch } from './use-refetch.ts';

/**
 * The answer of a GET route, and a function that fetches it again: for frames that report a change.
 */
export const useRefetchableCall = <In, Out>(
  call: Call<In, Out>,
  input: In,
  options: CallOptions<Out> = {},
) => {
  const answer = useCall(call, input, options);
  return { answer, askAgain: useRefetch(queryKey(call, input)) };
};
