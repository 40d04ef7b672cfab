import { useRefetchableCall } from '#web/api/use-refetchable-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { userInputs } from '#web/api/user-inputs.ts';
import { useRefusal } from '#web/app/session.ts';

/** Milliseconds between polls while it can change; frames report most changes in between. */
const pollEvery = 30_000;

/**
 * A user input, kept up to date until it is resolved or has expired; not requested if the user may
 * not read it.
 */
export const useUserInput = (id: string) => {
  const refused = useRefusal(userInputs.getUserInput);
  const { answer, askAgain } = useRefetchableCall(
    userInputs.getUserInput,
    { user_input_id: id },
    {
      poll: (view) => (view && view.status !== 'PENDING' ? false : pollEvery),
      enabled: refused === undefined,
    },
  );
  useChannel('user_input_updated', ({ user_input_id }) => {
    if (user_input_id === id && refused === undefined) askAgain();
  });
  return { ...answer, refused };
};

/** Whether the user input waits for this user's submission; undefined until that is known. */
export const useMaySubmit = (id: string): boolean | undefined => {
  const { data, error, refused } = useUserInput(id);
  const refusal = useRefusal(userInputs.submitUserInput);
  if (data) return data.status === 'PENDING' && data.may_act && refusal === undefined;
  return refused === undefined && !error ? undefined : false;
};
