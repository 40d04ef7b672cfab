import { isoTime } from '#lib/kernel/clock.ts';
import type { BotEditor, EditorWindow, OtherEditor } from './editor.schema.ts';

/** Time for which an editor counts as present after a report (ms); windows report every 20 s. */
const presenceWindow = 45_000;

/** Whether the editor still has the bot open. */
export const isPresent = ({ seen_at }: Pick<BotEditor, 'seen_at'>, now: number): boolean =>
  seen_at > isoTime(now - presenceWindow);

const isSame = (one: EditorWindow, other: EditorWindow): boolean =>
  one.user_id === other.user_id && one.window_id === other.window_id;

/** The editor entry of a window as of now; `since` is when its uninterrupted presence began. */
export const currentEditorOf = (
  me: Pick<BotEditor, 'user_id' | 'window_id' | 'name' | 'unsaved'>,
  present: readonly BotEditor[],
  now: number,
): BotEditor => {
  const seen_at = isoTime(now);
  const since = present.find((one) => isSame(one, me))?.since ?? seen_at;
  return { ...me, since, seen_at };
};

/** All other editors except this window, one entry per user, earliest first. */
export const otherEditorsOf = (present: readonly BotEditor[], me: EditorWindow): OtherEditor[] => {
  const people = new Map<string, OtherEditor>();
  const inOrder = present.toSorted((a, b) => (a.since < b.since ? -1 : 1));
  for (const one of inOrder) {
    if (isSame(one, me)) continue;
    const { user_id, name, since, unsaved } = one;
    const entry = people.get(user_id) ?? { name, is_self: user_id === me.user_id, since, unsaved };
    people.set(user_id, { ...entry, unsaved: entry.unsaved || unsaved });
  }
  return [...people.values()];
};
