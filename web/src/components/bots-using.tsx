import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { useCall } from '#web/api/use-call.ts';
import { Link } from './link.tsx';

type Props = { by: { listener_id: string } };

/** The bots that use a given item, by name: the first page of them. */
export const BotsUsing = ({ by }: Props) => {
  const { data } = useCall(bots.listBots, by);
  if (!data) return null;
  if (data.items.length === 0) return null;
  return (
    <ul>
      {data.items.map(({ _id, name }) => (
        <li key={_id}>
          <Link to={pathTo('bot', { bot_id: _id }, { mode: 'view' })}>{name}</Link>
        </li>
      ))}
      {data.next && <li>and more</li>}
    </ul>
  );
};
