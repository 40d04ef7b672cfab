import type { ActionSummary } from '#lib/domain/actions/action.schema.ts';

/** The content of the side panel. */
export type Panel =
  | { kind: 'create' }
  | { kind: 'edit' | 'test' | 'versions'; action: Pick<ActionSummary, '_id' | 'name'> };

/** Identifies the panel: opening it again keeps the text typed in it. */
export const panelKey = (panel: Panel): string =>
  panel.kind === 'create' ? panel.kind : `${panel.kind} ${panel.action._id}`;

/** The open dialog. */
export type DialogState = {
  kind: 'export' | 'delete';
  action: Pick<ActionSummary, '_id' | 'name'>;
};

export const panelTitles: Record<Panel['kind'], string> = {
  create: 'Create action',
  edit: 'Edit action',
  test: 'Test action',
  versions: 'Versions',
};
