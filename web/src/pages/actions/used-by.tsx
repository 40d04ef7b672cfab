import type { ReactNode } from 'react';
import type { ActionUse } from '#lib/domain/actions/action.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { actions } from '#web/api/actions.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from '#web/components/link.tsx';

const BotName = ({ use: { bot_id, name } }: { use: ActionUse }) =>
  bot_id === '' ? name : <Link to={pathTo('bot', { bot_id }, { mode: 'view' })}>{name}</Link>;

/** Further ones are counted. */
const maxShown = 20;

type Props = {
  id: string;
  /** Renders the bots, if there are any. */
  children: (names: ReactNode) => ReactNode;
  emptyContent?: ReactNode;
};

/** The bots whose published version or draft uses an action. */
export const UsedBy = ({ id, children, emptyContent = null }: Props) => {
  const { data } = useCall(actions.getActionUse, { action_id: id });
  if (!data) return null;
  if (data.items.length === 0) return emptyContent;
  const moreCount = data.items.length - maxShown;
  return children(
    <ul>
      {data.items.slice(0, maxShown).map((use, index) => (
        <li key={use.bot_id || `hidden ${index}`}>
          <BotName use={use} />
          {use.used_in.length === 1 && ` (${use.used_in[0]} only)`}
        </li>
      ))}
      {moreCount > 0 && <li>and {moreCount} more</li>}
    </ul>,
  );
};
