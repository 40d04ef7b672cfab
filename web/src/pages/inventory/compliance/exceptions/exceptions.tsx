import { Suspense, useState } from 'react';
import * as z from 'zod';
import {
  type ExceptionView,
  scopeKinds,
} from '#lib/domain/compliance/exceptions/exception.schema.ts';
import { searchText } from '#lib/kernel/page.ts';
import { pages, pathTo } from '#lib/pages.ts';
import { compliance } from '#web/api/compliance.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { FilterBar } from '#web/components/filter-bar.tsx';
import { LinkButton } from '#web/components/link.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useList } from '#web/components/use-list.ts';
import { choiceParam, pageParam, textParam } from '#web/components/use-url-state.ts';
import type { ExceptionAct } from './applied.tsx';
import { coveredText, kindNames } from './covered-text.ts';
import { LazyEditException, LazyEndException } from './dialogs.ts';
import { exceptionColumns } from './exception-columns.tsx';
import { exceptionsHelp } from './help.tsx';

const urlState = z.object({
  page: pageParam,
  regex: textParam,
  kind: choiceParam(scopeKinds),
  status: choiceParam(['valid', 'expired']),
  rule: textParam,
});

const statusNames = { valid: 'Active', expired: 'Expired' };

export const exceptionList = listOf({
  id: 'compliance-exceptions',
  url: urlState,
  page: 'page',
  filter: ['regex', 'kind', 'status', 'rule'],
  call: compliance.listExceptions,
  inputOf: ({ regex, kind, status, rule }) => ({
    regex: searchText.safeParse(regex).data,
    kind,
    status,
    rule_id: rule,
  }),
  file: {
    name: 'exceptions.csv',
    noun: 'exception',
    columns: {
      Rule: ({ rule_title, rule_id }) => rule_title ?? rule_id,
      Covers: coveredText,
      Reason: ({ reason }) => reason,
      Owner: ({ owner }) => owner,
      Status: ({ expired }) => statusNames[expired ? 'expired' : 'valid'],
      'Last day': ({ expires_on }) => expires_on,
      'Created by': ({ created_by }) => created_by,
      Created: ({ created_at }) => created_at,
      'Rule ID': ({ rule_id }) => rule_id,
      ID: ({ _id }) => _id,
    },
  },
});

/** The exceptions for accepted findings, newest first. */
export const ExceptionsPage = () => {
  const { url, changeFilter, list } = useList(exceptionList);
  const [dialog, setDialog] = useState<{ action: ExceptionAct; exception: ExceptionView }>();
  const close = () => setDialog(undefined);
  usePage({ page: 'exceptions', contentType: 'table', help: exceptionsHelp });
  return (
    <>
      <ListTable
        {...list}
        title={pages.exceptions.title}
        rows="exceptions"
        info={<InfoLink />}
        columns={exceptionColumns((action, exception) => setDialog({ action, exception }))}
        keyOf={({ _id }) => _id}
        nameOf={({ rule_title, rule_id }) => rule_title ?? rule_id}
        filter={
          <FilterBar
            url={url}
            changeFilter={changeFilter}
            search={{ param: 'regex', label: 'Find by reason or owner' }}
            choices={[
              {
                param: 'status',
                label: 'Status',
                all: 'Any status',
                values: ['valid', 'expired'],
                labelOf: (status) => statusNames[status],
              },
              {
                param: 'kind',
                label: 'Covers',
                all: 'Any scope',
                values: scopeKinds,
                labelOf: (kind) => kindNames[kind],
              },
            ]}
          />
        }
        empty={{
          title: 'No exceptions',
          text: 'Exceptions accept findings. Create one from the resources of a rule.',
          action: <LinkButton to={pathTo('compliance')}>Go to compliance</LinkButton>,
        }}
      />
      <Suspense fallback={null}>
        {dialog?.action === 'edit' && (
          <LazyEditException exception={dialog.exception} onClose={close} />
        )}
        {dialog?.action === 'end' && (
          <LazyEndException exception={dialog.exception} onClose={close} />
        )}
      </Suspense>
    </>
  );
};
