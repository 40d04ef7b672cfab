// Apart from what else there is of the engine: a test of an action may run Python, and brings along
// what calls the function that does.
import type { ActionTestCall } from '#lib/domain/actions/trial.service.ts';

export const testAction = async (call: ActionTestCall) =>
  (await import('./loaded/test-action.ts')).testAction(call);
