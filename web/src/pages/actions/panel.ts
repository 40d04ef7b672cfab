import type { ActionSummary } from '#lib/domain/actions/action.schema.ts';

/** What stands at the side of the list. */
export type Panel =
  | { kind: 'create' }
  | { kind: 'edit' | 'test' | 'versions'; action: Pick<ActionSummary, '_id' | 'name'> };

/** What is asked over the page. */
export type Asked = { kind: 'export' | 'delete'; action: Pick<ActionSummary, '_id' | 'name'> };

export const panelTitles: Record<Panel['kind'], string> = {
  create: 'Create action',
  edit: 'Edit action',
  test: 'Test action',
  versions: 'Versions',
};
