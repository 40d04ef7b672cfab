import { newAction, type NewAction } from '#lib/domain/actions/own-action.schema.ts';
import type { Scene } from '../scene.ts';

/** What a user enters for an action that looks an issue up. */
export const lookup = {
  name: 'Look an issue up',
  description: 'Reads one issue.',
  executable_type: 'rest',
  integration_type: 'jira',
  approval_required: false,
  parameters_definition: [{ name: 'issue', label: 'Issue', description: 'Its key.' }],
  call: { method: 'GET', path: '/rest/api/3/issue/{issue}' },
} as const;

export const written = (more: object = {}): NewAction => newAction.parse({ ...lookup, ...more });

/** Creates an action; returns its id. */
export const made = async (scene: Scene, more: object = {}): Promise<string> =>
  (await scene.actions.createAction(scene.root, written(more)))._id;
