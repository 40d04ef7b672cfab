import type { Caller } from '#lib/kernel/caller.ts';
import type { Database } from '#lib/kernel/database.ts';
import type { FileKind } from '#lib/kernel/file-kinds.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import type { Service } from '#lib/kernel/route.ts';
import type { actionRoutes } from './action.routes.ts';
import { fileNameOf, fileOf } from './action-file.rules.ts';
import type { ActionFile, ImportMode } from './action-file.schema.ts';
import { findAnyAction } from './find-action.service.ts';
import { writtenPartOf } from './own-action.rules.ts';
import type { NewAction } from './own-action.schema.ts';

type Calls = Service<typeof actionRoutes>;

export type ActionFileDeps = {
  db: Database;
  /**
   * Reads a file, JSON or YAML; throws 400 with the lines of problems. A server for many users runs
   * it in a worker thread.
   */
  readAction: (text: string) => Promise<ActionFile>;
  writeText: (file: unknown, kind: FileKind) => Promise<string>;
};

type Save = (caller: Caller, action: NewAction) => ReturnType<Calls['createAction']>;

/** Export and import of actions. An import is one write, after the whole file was read. */
export const exchangeCalls = (
  { db, readAction, writeText }: ActionFileDeps,
  saves: Record<ImportMode, Save>,
): Pick<Calls, 'exportAction' | 'importAction'> => ({
  async exportAction({ tenant_id }, { action_id, kind }) {
    const action = await findAnyAction(db, tenant_id, action_id);
    if (!action) throw notFound('action');
    const { file, ...report } = fileOf(writtenPartOf(action));
    return { file_name: fileNameOf(action, kind), text: await writeText(file, kind), ...report };
  },

  async importAction(caller, { text, as: mode }) {
    const { format: _, ...action } = await readAction(text);
    return saves[mode](caller, action);
  },
});
