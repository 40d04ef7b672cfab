// Separate from other parts of the engine: testing an action may run Python, and imports what
// invokes that function.
import type { ActionTestCall } from '#lib/domain/actions/action-test.service.ts';

export const testAction = async (call: ActionTestCall) =>
  (await import('./loaded/test-action.ts')).testAction(call);
