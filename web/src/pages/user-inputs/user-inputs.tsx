import * as z from 'zod';
import { authorizerFilter, userInputStatuses } from '#lib/domain/user-inputs/user-input.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { userInputs } from '#web/api/user-inputs.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { choiceParam, pageParam, sizeParam, textParam } from '#web/components/use-url-state.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { BotNameFilter } from './bot-name-filter.tsx';
import { expiresInColumn, userInputColumns } from './columns.tsx';
import { userInputFileColumns } from './file-columns.ts';
import { userInputHelp } from './help.tsx';
import { statusNames } from './statuses.tsx';

const urlState = z.object({
  page_number: pageParam,
  number_of_items: sizeParam,
  status: choiceParam(userInputStatuses),
  bot_name: textParam,
  authorizer: authorizerFilter.optional().catch(undefined),
  sort: choiceParam([expiresInColumn, `-${expiresInColumn}`]),
});

type Url = z.output<typeof urlState>;
type Change = (patch: Partial<Url>) => void;

/** The options for the person: the signed-in user, and the one named by the address. */
const authorizerOptions = ({ authorizer }: Url): string[] =>
  authorizer === undefined || authorizer === 'Self' ? ['Self'] : ['Self', authorizer];

const sortingOf = ({ sort }: Url, change: Change) => ({
  by: sort && expiresInColumn,
  descending: sort?.startsWith('-') ?? false,
  onSort: (_by: string, descending: boolean) =>
    change({ sort: descending ? `-${expiresInColumn}` : expiresInColumn }),
});

/** Milliseconds between polls while the page is open; frames report most changes in between. */
const pollEvery = 30_000;

export const userInputList = listOf({
  id: 'user-inputs',
  url: urlState,
  page: 'page_number',
  size: 'number_of_items',
  filter: ['status', 'bot_name', 'authorizer'],
  call: userInputs.listUserInputs,
  inputOf: ({ status, bot_name, authorizer }) => ({
    status,
    bot_name: searchText.safeParse(bot_name).data,
    authorizer,
  }),
  poll: pollEvery,
  file: {
    name: 'user-inputs.csv',
    noun: 'user input',
    columns: userInputFileColumns,
  },
});

/** The forms that bots ask people to fill in, the newest first. */
export const UserInputsPage = () => {
  const { url, change, changeFilter, list, refreshList } = useList(userInputList);
  useChannel('user_input_updated', refreshList);
  usePage({ page: 'userInputs', contentType: 'table', help: userInputHelp });
  return (
    <ListTable
      {...list}
      title="User Input"
      rows="user inputs"
      refreshText="Refetch"
      info={<InfoLink />}
      columns={userInputColumns}
      keyOf={({ _id }) => _id}
      nameOf={({ internal_name }) => internal_name}
      sorting={sortingOf(url, change)}
      filter={
        <FilterBar
          url={url}
          changeFilter={changeFilter}
          searchControl={
            <BotNameFilter
              value={url.bot_name}
              onSearch={(bot_name) => changeFilter({ bot_name })}
            />
          }
          choices={[
            {
              param: 'status',
              label: 'Status',
              all: 'Any status',
              values: userInputStatuses,
              labelOf: (value) => statusNames[value],
            },
            {
              param: 'authorizer',
              label: 'Authorizer',
              all: 'Any authorizer',
              values: authorizerOptions(url),
            },
          ]}
        />
      }
      empty={{
        title: 'No user inputs',
        text: 'Forms that a bot asks people to fill in appear here.',
      }}
    />
  );
};
