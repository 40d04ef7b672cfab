import { auditRecordSummary } from '#lib/domain/audit/audit.schema.ts';
import { isoTime } from '#lib/kernel/clock.ts';
import * as z from 'zod';
import { audit } from '#web/api/audit.ts';
import { useCall } from '#web/api/use-call.ts';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { formatRange, parseRange } from '#web/components/time-range.ts';
import { useNow } from '#web/components/use-now.ts';
import { pageParam, textParam } from '#web/components/use-url-state.ts';
import { fieldColumns, listOf } from '#web/components/list-spec.ts';
import { useList } from '#web/components/use-list.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { auditHelp } from './help.tsx';
import { RecordDetails } from './record-details.tsx';

/** The filters of the list, and the open record. */
const urlState = z.object({
  page: pageParam,
  user: textParam,
  action: textParam,
  timeStamp: textParam,
  record: textParam,
});

const namesIn = (text: string | undefined): string[] =>
  (text ?? '').split(',').filter((one) => one !== '');

/** The texts of all actions, once loaded. */
const useActions = () => {
  const { data } = useCall(audit.listAuditActions, {});
  const actions = data?.items ?? [];
  const names = new Map(actions.map(({ _id, name }) => [_id, name]));
  return { actions, actionNameOf: (action: string) => names.get(action) ?? action };
};

export const auditList = listOf({
  id: 'audit-trails',
  url: urlState,
  page: 'page',
  filter: ['user', 'action', 'timeStamp'],
  rows: 20,
  call: audit.listAuditTrails,
  inputOf: ({ user, action, timeStamp }, now: number) => {
    const range = parseRange(timeStamp, now);
    return {
      user,
      ...(action && { action: namesIn(action) }),
      ...(range && { start_date: isoTime(range.start), end_date: isoTime(range.end) }),
    };
  },
  contextAt: () => Date.now(),
  file: {
    name: 'audit-trail.csv',
    noun: 'record',
    columns: fieldColumns(auditRecordSummary.keyof().options),
  },
});

/** Who did what, or tried to; records cannot be changed. */
export const AuditTrailsPage = () => {
  const now = useNow(60_000);
  const { url, change, changeFilter, list } = useList(auditList, now);
  const { actions, actionNameOf } = useActions();
  const { user, action, record } = url;
  const range = parseRange(url.timeStamp, now);
  usePage({
    page: 'auditTrails',
    contentType: 'table',
    help: auditHelp,
    splitPanel: record
      ? {
          title: 'Audit record',
          body: <RecordDetails key={record} recordId={record} actionNameOf={actionNameOf} />,
          onClose: () => change({ record: undefined }),
        }
      : undefined,
  });
  return (
    <ListTable
      {...list}
      title="Audit Trail"
      rows="records"
      info={<InfoLink />}
      columns={auditColumns(actionNameOf, ({ _id }) => change({ record: _id }))}
      keyOf={({ _id }) => _id}
      onRow={({ _id }) => change({ record: _id })}
      filter={
        <AuditFilter
          user={user}
          actions={namesIn(action)}
          range={range}
          availableActions={actions}
          onChange={(by) =>
            changeFilter({
              ...('user' in by && { user: by.user }),
              ...(by.actions && { action: by.actions.join() || undefined }),
              ...('range' in by && { timeStamp: by.range && formatRange(by.range) }),
            })
          }
        />
      }
      empty={{
        title: 'No records',
        text: 'Changes, and attempts that were refused, are recorded here.',
      }}
    />
  );
};
