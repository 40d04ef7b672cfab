import { useParams } from 'react-router';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { UserInputView } from '#lib/domain/user-inputs/user-input.schema.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRunPath } from '#web/components/bot-link.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { ItemPlaceholder } from '#web/components/item-placeholder.tsx';
import { Refresh } from '#web/components/refresh.tsx';
import { InputForm } from '#web/components/user-inputs/input-form.tsx';
import { useUserInput } from '#web/components/user-inputs/use-user-input.ts';
import { Expired } from './expired.tsx';
import { userInputHelp } from './help.tsx';
import { Summary } from './summary.tsx';

type Props = { view: UserInputView; answer: ReturnType<typeof useUserInput> };

const UserInput = ({ view, answer }: Props) => {
  const { internal_name: title, status, withdrawn = false } = view;
  const run = useRunPath(view, 'execute');
  usePage({ page: 'userInput', title, contentType: 'form', help: userInputHelp });
  // With another status the values differ: unsaved input is dropped.
  const form = <InputForm key={status} view={view} onRefused={() => void answer.refetch()} />;
  return (
    <ContentLayout
      header={
        <Header
          variant="h1"
          info={<InfoLink />}
          actions={
            <SpaceBetween size="xs" direction="horizontal" alignItems="center">
              <Refresh {...answer} subject="user input" />
              {run !== undefined && <LinkButton to={run}>Open Execution</LinkButton>}
            </SpaceBetween>
          }
        >
          {title}
        </Header>
      }
    >
      <SpaceBetween size="l">
        <Summary view={view} />
        {status === 'EXPIRED' ? <Expired withdrawn={withdrawn}>{form}</Expired> : form}
      </SpaceBetween>
    </ContentLayout>
  );
};

/** A form that a bot asks people to fill in; the target of links in mails. */
export const UserInputPage = () => {
  const { user_input_id: id = '' } = useParams();
  const answer = useUserInput(id);
  if (answer.data) return <UserInput key={id} view={answer.data} answer={answer} />;
  const { error, refetch } = answer;
  return <ItemPlaceholder page="userInput" error={error} onRetry={refetch} />;
};
