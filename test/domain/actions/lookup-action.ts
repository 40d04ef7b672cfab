import { newAction, type NewAction } from '#lib/domain/actions/own-action.schema.ts';
import type { Scene } from '../scene.ts';

/** What a user enters for an action that looks an issue up. */
export const lookupForm = {
  name: 'Look an issue up',
  description: 'Reads one issue.',
  executable_type: 'rest',
  integration_type: 'jira',
  approval_required: false,
  parameters_definition: [{ name: 'issue', label: 'Issue', description: 'Its key.' }],
  call: { method: 'GET', path: '/rest/api/3/issue/{issue}' },
} as const;

export const newActionWith = (overrides: object = {}): NewAction =>
  newAction.parse({ ...lookupForm, ...overrides });

/** Creates an action; returns its id. */
export const createOwnAction = async (scene: Scene, overrides: object = {}): Promise<string> =>
  (await scene.actions.createAction(scene.root, newActionWith(overrides)))._id;
