import { Suspense, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { searchText } from '#lib/kernel/page.ts';
import { pages } from '#lib/pages.ts';
import { actions } from '#web/api/actions.ts';
import { useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { InfoLink } from '#web/app/help.tsx';
import { usePage } from '#web/app/page.ts';
import { useRefusal } from '#web/app/session.ts';
import { disabledBy } from '#web/components/disabled-by.ts';
import { failureText } from '#web/components/failure-text.ts';
import { lazyDialog } from '#web/components/lazy-dialog.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { listOf } from '#web/components/list-spec.ts';
import { ListTable } from '#web/components/list-table.tsx';
import { useDiscard } from '#web/components/use-discard.tsx';
import { useList } from '#web/components/use-list.ts';
import { ActionDetails } from './action-details.tsx';
import { ActionFilter } from './action-filter.tsx';
import { actionColumns } from './columns.tsx';
import { actionsHelp } from './help.tsx';
import { type DialogState, type Panel, panelKey, panelTitles } from './panel.ts';
import type { OnAct } from './row-menu.tsx';
import { type ActionUrl, actionUrl } from './url.ts';

export const actionList = listOf({
  id: 'actions',
  url: actionUrl,
  page: 'page',
  size: 'itemCount',
  filter: ['integrationType', 'type', 'approvalRequired', 'owner', 'search_action'],
  call: actions.listActions,
  inputOf: ({ integrationType, type, approvalRequired, owner, search_action }) => ({
    integration_type: integrationType,
    action_type: type,
    approval_required: approvalRequired,
    owner,
    search_text: searchText.safeParse(search_action).data,
  }),
});

const LazyActionPanel = lazyPart(async () => (await import('./panels.tsx')).ActionPanel);
const LazyActionDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ActionDialog);

/** The operations on one action, in the side panel or a dialog. */
const useActs = (open: (id: string | undefined) => void) => {
  const [panel, setPanel] = useState<Panel>();
  const { report, pass, dialog } = useDiscard();
  const show = (next: Panel) => {
    if (panel && panelKey(panel) === panelKey(next)) setPanel(next);
    else pass(() => setPanel(next));
  };
  const [dialogState, setDialogState] = useState<DialogState | { kind: 'import' }>();
  const { mutate: duplicate } = useAction(actions.duplicateAction);
  const copy = ({ _id, name }: DialogState['action']) =>
    duplicate(
      { action_id: _id },
      {
        onSuccess: (created) => {
          flash.success(`${created.name} created`);
          open(undefined);
          setPanel({ kind: 'edit', action: created });
        },
        onError: (error) => flash.error(`${name} was not copied`, { content: failureText(error) }),
      },
    );
  const onAct: OnAct = (operation, action) => {
    if (operation === 'export' || operation === 'delete')
      setDialogState({ kind: operation, action });
    else if (operation !== 'duplicate') show({ kind: operation, action });
    else pass(() => copy(action));
  };
  const close = () => setPanel(undefined);
  return {
    panel,
    show,
    close,
    dialogState,
    setDialogState,
    onAct,
    report,
    pass,
    dialog,
  };
};

const hasOnlyOwnerFilter = ({ owner, ...url }: ActionUrl): boolean =>
  owner === 'self' &&
  actionList.filter.every((name) => name === 'owner' || url[name] === undefined);

type Drawer = NonNullable<Parameters<typeof usePage>[0]['drawer']>;

/** The actions that bots can run in other systems. */
export const ActionsPage = () => {
  const { url, change, changeFilter, list } = useList(actionList);
  const { selectedItem } = url;
  const show = (id: string | undefined) => change({ selectedItem: id });
  const acts = useActs(show);
  const { panel, dialogState, setDialogState, onAct, pass } = acts;
  const mayCreate = useRefusal(actions.createAction);
  const saved = (id: string) => {
    acts.close();
    show(id);
  };
  const close = () => pass(acts.close);
  const open = ({ _id }: { _id: string }) => pass(() => saved(_id));
  const create = () => acts.show({ kind: 'create' });
  const drawers = (): Drawer | undefined => {
    if (panel) {
      const callbacks = { onSaved: saved, onClose: close, onDirty: acts.report };
      const body = <LazyActionPanel key={panelKey(panel)} panel={panel} {...callbacks} />;
      return { title: panelTitles[panel.kind], body, onClose: close, width: 560 };
    }
    if (!selectedItem) return undefined;
    const body = <ActionDetails key={selectedItem} id={selectedItem} onAct={onAct} />;
    return { title: 'Action', body, onClose: () => show(undefined) };
  };
  usePage({ page: 'actions', contentType: 'table', help: actionsHelp, drawer: drawers() });
  return (
    <>
      <ListTable
        {...list}
        // An organisation without its own actions is shown how to create one, instead of the offer
        // to clear the filter.
        onClearFilter={hasOnlyOwnerFilter(url) ? undefined : list.onClearFilter}
        title={pages.actions.title}
        rows="actions"
        info={<InfoLink />}
        columns={actionColumns(open, onAct)}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        onRow={open}
        actions={
          <SpaceBetween size="xs" direction="horizontal">
            <Button {...disabledBy(mayCreate)} onClick={() => setDialogState({ kind: 'import' })}>
              Import
            </Button>
            <Button variant="primary" {...disabledBy(mayCreate)} onClick={create}>
              Create action
            </Button>
          </SpaceBetween>
        }
        filter={<ActionFilter url={url} changeFilter={changeFilter} />}
        empty={{
          title: 'No Actions Found',
          text: 'Create a new action to get started',
          action: (
            <Button {...disabledBy(mayCreate)} onClick={create}>
              Create action
            </Button>
          ),
        }}
      />
      {acts.dialog}
      {dialogState && (
        <Suspense fallback={null}>
          <LazyActionDialog
            dialogState={dialogState}
            onDone={(id) => {
              if (id !== undefined) open({ _id: id });
              else if (dialogState.kind === 'delete') show(undefined);
            }}
            onClose={() => setDialogState(undefined)}
          />
        </Suspense>
      )}
    </>
  );
};
