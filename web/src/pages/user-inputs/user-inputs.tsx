import SpaceBetween from '@cloudscape-design/components/space-between';
import * as z from 'zod';
import { authorizerFilter, userInputStatuses } from '#lib/domain/user-inputs/user-input.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { userInputs } from '#web/api/user-inputs.ts';
import { useCall } from '#web/api/use-call.ts';
import { useChannel } from '#web/api/use-socket.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { Choice } from '#web/components/choice.tsx';
import { ListTable, usePageSize } from '#web/components/list-table.tsx';
import {
  choiceParam,
  pageParam,
  sizeParam,
  textParam,
  useUrlState,
} from '#web/components/use-url-state.ts';
import { BotNameFilter } from './bot-name-filter.tsx';
import { expiresIn, userInputColumns } from './columns.tsx';
import { userInputHelp } from './help.tsx';
import { statusNames } from './statuses.tsx';

const urlState = z.object({
  page_number: pageParam,
  number_of_items: sizeParam,
  status: choiceParam(userInputStatuses),
  bot_name: textParam,
  authorizer: authorizerFilter.optional().catch(undefined),
  sort: choiceParam([expiresIn, `-${expiresIn}`]),
});

type Url = z.output<typeof urlState>;
type Change = (patch: Partial<Url>) => void;

/** The signed-in person, or whomever the address names. */
const peopleIn = ({ authorizer }: Url): string[] =>
  authorizer === undefined || authorizer === 'Self' ? ['Self'] : ['Self', authorizer];

const Filter = ({ url, change }: { url: Url; change: Change }) => (
  <SpaceBetween size="xs" direction="horizontal">
    <BotNameFilter
      value={url.bot_name}
      onSearch={(bot_name) => change({ bot_name, page_number: 1 })}
    />
    <Choice
      label="Status"
      all="Any status"
      values={userInputStatuses}
      labelOf={(value) => statusNames[value]}
      value={url.status}
      onChange={(status) => change({ status, page_number: 1 })}
    />
    <Choice
      label="Authorizer"
      all="Any authorizer"
      values={peopleIn(url)}
      value={url.authorizer}
      onChange={(authorizer) => change({ authorizer, page_number: 1 })}
    />
  </SpaceBetween>
);

const sortingOf = ({ sort }: Url, change: Change) => ({
  by: sort && expiresIn,
  descending: sort?.startsWith('-') ?? false,
  onSort: (_by: string, descending: boolean) =>
    change({ sort: descending ? `-${expiresIn}` : expiresIn }),
});

const noFilter = { status: undefined, bot_name: undefined, authorizer: undefined, page_number: 1 };

/** While the page is open; frames say most of what happens in between. */
const pollEvery = 30_000;

const useUserInputs = ({ page_number, status, bot_name, authorizer }: Url, size: number) => {
  const search = searchText.safeParse(bot_name).data;
  const input = { page_number, number_of_items: size, status, bot_name: search, authorizer };
  const answer = useCall(userInputs.listUserInputs, input, { keep: true, poll: pollEvery });
  useChannel('user_input_updated', () => void answer.refetch());
  return answer;
};

/** What bots ask people to fill in, the newest first (spec 2 section 2.7). */
export const UserInputsPage = () => {
  const [url, change] = useUrlState(urlState);
  const size = usePageSize('user-inputs', url.number_of_items);
  const answer = useUserInputs(url, size);
  const filtered = Boolean(url.status ?? url.bot_name ?? url.authorizer);
  usePage({ page: 'userInputs', contentType: 'table', help: userInputHelp });
  return (
    <ListTable
      id="user-inputs"
      title="User Input"
      rows="user inputs"
      refreshText="Refetch"
      info={<InfoLink />}
      columns={userInputColumns}
      answer={answer}
      page={url.page_number}
      pageSize={size}
      onPage={({ page, size: chosen }) =>
        change({ page_number: page, ...(chosen && { number_of_items: chosen }) })
      }
      keyOf={({ _id }) => _id}
      nameOf={({ internal_name }) => internal_name}
      sorting={sortingOf(url, change)}
      filter={<Filter url={url} change={change} />}
      onClearFilter={filtered ? () => change(noFilter) : undefined}
      empty={{
        title: 'No user inputs',
        text: 'What a bot asks people to fill in appears here.',
      }}
    />
  );
};
