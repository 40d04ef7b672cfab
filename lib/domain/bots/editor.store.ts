import {
  type Condition,
  type Database,
  deleteItem,
  putItem,
  readItems,
} from '#lib/kernel/database.ts';
import { type BotEditor, botEditor, type EditorWindow } from './editor.schema.ts';
import { botEditorTable } from './editor.table.ts';

/** Time after the last report when DynamoDB may remove an entry that nobody removed (ms). */
const entryLifetime = 3600_000;

/** The users who have a bot of an organisation open for editing. */
export const editorStore = (db: Database, tenantId: string, botId: string) => {
  const bot_key = `${tenantId}#${botId}`;
  const keyOf = ({ user_id, window_id }: EditorWindow) => ({
    bot_key,
    _id: `${user_id}#${window_id}`,
  });
  const remove = (one: EditorWindow, condition?: Condition): Promise<boolean> =>
    deleteItem(db, botEditorTable, keyOf(one), condition);

  return {
    /** All entries, including those of windows that disappeared without saying so. */
    async list(): Promise<BotEditor[]> {
      const found: BotEditor[] = [];
      const question = { table: botEditorTable, partition: bot_key };
      for await (const item of readItems(db, question)) found.push(botEditor.parse(item));
      return found;
    },

    put: (one: BotEditor): Promise<boolean> => {
      const expires_at = Math.ceil((Date.parse(one.seen_at) + entryLifetime) / 1000);
      return putItem(db, botEditorTable, { ...one, ...keyOf(one), expires_at });
    },

    remove: (one: EditorWindow): Promise<boolean> => remove(one),

    /** Removes an entry unless its window has reported since. */
    forget: (one: BotEditor): Promise<boolean> =>
      remove(one, {
        text: '#seen = :seen',
        names: { '#seen': 'seen_at' },
        values: { ':seen': one.seen_at },
      }),
  };
};
