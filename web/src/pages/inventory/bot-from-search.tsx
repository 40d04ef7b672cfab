import { useNavigate } from 'react-router';
import Button from '@cloudscape-design/components/button';
import type { ResourceColumn } from '#lib/domain/inventory/resources/resource.schema.ts';
import { pathTo } from '#lib/pages.ts';
import { bots } from '#web/api/bots.ts';
import { handOverDraft } from '#web/app/draft-handover.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { queryIn } from './query-draft.ts';
import type { SearchForm } from './use-search-form.ts';

type Props = {
  form: SearchForm;
  columns: readonly ResourceColumn[];
  /** Why searching is not possible yet. */
  reason: string | undefined;
};

/** Creates a bot that queries the inventory like the form. */
export const BotFromSearch = ({ form, columns, reason }: Props) => {
  const navigate = useNavigate();
  const refusal = useRefusal(bots.createBot);
  const open = async () => {
    if (!form.check()) return;
    const query = queryIn(form.queryText);
    if (!query) return;
    const { createSearchBot } = await import('./search-bot.ts');
    handOverDraft(createSearchBot(query, columns));
    await navigate(pathTo('newBot'));
  };
  return (
    <Button {...disabledBy(refusal ?? reason)} onClick={() => void open()}>
      Create bot from this search
    </Button>
  );
};
