import Box from '@cloudscape-design/components/box';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { UserInputSummary } from '#lib/domain/user-inputs/user-input.schema.ts';
import { hrefTo, pathTo } from '#lib/pages.ts';
import { BotLink, useRunPath } from '#web/components/bot-link.tsx';
import { Copy } from '#web/components/copy.tsx';
import { Remaining } from '#web/components/expiry.tsx';
import { Link, useFollow } from '#web/components/link.tsx';
import type { Column } from '#web/components/list-table.tsx';
import { msOf, Time } from '#web/components/time.tsx';
import { turnText } from '#lib/domain/questions/turn.rules.ts';
import { Authorizers } from './authorizers.tsx';
import { resolverText } from './resolver-text.ts';
import { Status, statusText } from './statuses.tsx';

const RowMenu = ({ one }: { one: UserInputSummary }) => {
  const follow = useFollow();
  const run = useRunPath(one, 'execute');
  return (
    <ButtonDropdown
      variant="inline-icon"
      expandToViewport
      ariaLabel={`Actions for ${one.internal_name}`}
      items={[
        { id: 'open', text: 'Open', href: hrefTo('userInput', { user_input_id: one._id }) },
        ...(run === undefined
          ? []
          : [{ id: 'execution', text: 'Open Execution', href: `#${run}` }]),
      ]}
      onItemFollow={follow}
    />
  );
};

const ExpiresIn = ({ one }: { one: UserInputSummary }) =>
  one.status === 'PENDING' ? <Remaining until={one.expires_on} /> : statusText(one);

/** Sorts forms that no longer expire last. */
const expirySortKey = ({ status, expires_on }: UserInputSummary): number =>
  status === 'RESOLVED' ? Number.MAX_SAFE_INTEGER : msOf(expires_on);

/** The column by which rows can be sorted. */
export const expiresInColumn = 'expires_in';

export const userInputColumns: Column<UserInputSummary>[] = [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: 150,
    minWidth: 140,
    cell: ({ _id, internal_name, loop_details }) => (
      <>
        <Link to={pathTo('userInput', { user_input_id: _id })}>{internal_name}</Link>
        {loop_details && (
          <Box color="text-body-secondary" fontSize="body-s">
            {turnText(loop_details)}
          </Box>
        )}
      </>
    ),
  },
  {
    id: 'status',
    name: 'Status',
    width: 138,
    minWidth: 138,
    cell: ({ status, withdrawn }) => <Status status={status} withdrawn={withdrawn} />,
  },
  {
    id: 'bot',
    name: 'Bot Name',
    width: 160,
    minWidth: 140,
    cell: (one) => <BotLink {...one} />,
  },
  {
    id: 'authorizer',
    name: 'Authorizer',
    width: 205,
    minWidth: 200,
    cell: ({ input_for }) => <Authorizers names={input_for} />,
  },
  {
    id: 'created',
    name: 'Created At',
    width: 220,
    minWidth: 220,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    id: expiresInColumn,
    name: 'Expires in',
    width: 125,
    minWidth: 125,
    sortingComparator: (a, b) => expirySortKey(a) - expirySortKey(b),
    cell: (one) => <ExpiresIn one={one} />,
  },
  {
    id: 'expires',
    name: 'Expires',
    width: 230,
    minWidth: 230,
    hidden: true,
    cell: ({ expires_on }) => <Time at={expires_on} />,
  },
  {
    id: 'resolved',
    name: 'Resolved by',
    minWidth: 200,
    hidden: true,
    cell: ({ resolver }) => (resolver ? resolverText(resolver) : '-'),
  },
  {
    id: 'message',
    name: 'Message',
    minWidth: 200,
    hidden: true,
    cell: ({ message }) => message || '-',
  },
  {
    id: 'id',
    name: 'ID',
    minWidth: 340,
    hidden: true,
    cell: ({ _id }) => <Copy text={_id} subject="user input ID" />,
  },
  {
    id: 'actions',
    name: 'Actions',
    width: 105,
    minWidth: 105,
    cell: (one) => <RowMenu one={one} />,
  },
];
