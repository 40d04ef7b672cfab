import type { ActionSummary } from '#lib/domain/actions/action.schema.ts';

/** What stands at the side of the list. */
export type Panel =
  | { kind: 'create' }
  | { kind: 'edit' | 'test' | 'versions'; action: Pick<ActionSummary, '_id' | 'name'> };

/** One panel keeps what was typed in it while it is asked for again. */
export const panelKey = (panel: Panel): string =>
  panel.kind === 'create' ? panel.kind : `${panel.kind} ${panel.action._id}`;

/** What is asked over the page. */
export type Asked = { kind: 'export' | 'delete'; action: Pick<ActionSummary, '_id' | 'name'> };

export const panelTitles: Record<Panel['kind'], string> = {
  create: 'Create action',
  edit: 'Edit action',
  test: 'Test action',
  versions: 'Versions',
};
