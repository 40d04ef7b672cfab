import '@testing-library/jest-dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { sampleId } from '#lib/domain/inventory/samples/sample.rules.ts';
import { draw } from '#test/support/drawing.ts';
import { type Embedded, openEmbedded } from '#test/support/embedded.ts';
import { ImportAction } from '#web/pages/actions/import-action.tsx';
import { RunModal } from '#web/pages/bots/editor/running/run-modal.tsx';
import { ScheduleModal } from '#web/pages/bots/schedule/schedule-modal.tsx';
import { noSource } from '#web/pages/bots/trial/source.ts';
import { PublishModal } from '#web/pages/bots/versions/publish-modal.tsx';
import { RequestDialog } from '#web/pages/integrations/request-dialog.tsx';
import { ScheduleDialog } from '#web/pages/inventory/schedule/schedule-dialog.tsx';
import '../file-bytes.ts';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { connectToEmbedded, holdCalls, renderPage } from '../render.tsx';

let product: Embedded;

beforeAll(async () => {
  product = await openEmbedded();
});

beforeEach(() => connectToEmbedded(product));

afterAll(() => product.close());

const ignore = () => undefined;
const nothing = async () => undefined;

type DialogFactory = (onClose: () => void) => Promise<ReactNode>;

const createBot = (name: string, trigger_type: 'on_demand' | 'scheduled') =>
  product.api.bots.createBot({ name, graph: draw('start -> end', { start: { trigger_type } }) });

const createScheduleDialog: DialogFactory = async (onClose) => {
  const { _id: bot_id } = await createBot('On time', 'scheduled');
  const bot = await product.api.bots.publishBot({ bot_id, version: 1 });
  return <ScheduleModal {...{ bot, onClose }} onScheduled={ignore} />;
};

const createPublishDialog: DialogFactory = async (onClose) => {
  const { _id: bot_id } = await createBot('On demand', 'on_demand');
  await product.api.bots.publishBot({ bot_id, version: 1 });
  const bot = await product.api.bots.setBotStatus({ bot_id, status: 'disabled' });
  return <PublishModal {...{ bot, onClose }} version={1} onPublished={ignore} />;
};

const createImportDialog: DialogFactory = async (onClose) => (
  <ImportAction {...{ onClose }} onImported={ignore} />
);

const chooseFile = async () => {
  const text = JSON.stringify({ name: 'No action' });
  const file = new File([text], 'action.json', { type: 'application/json' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('No file can be chosen.');
  await userEvent.upload(input, file);
  await screen.findByText(/No action/);
};

const createRequestDialog: DialogFactory = async (onClose) => (
  <RequestDialog type={{ displayName: 'Abacus' }} onClose={onClose} />
);

const fillRequestForm = async () => {
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill('E-mail address', 'root@example.com');
  fill('Subject', 'Abacus');
  fill('Description', 'Our bots would count with it.');
};

const createScanDialog: DialogFactory = async (onClose) => {
  const schedule = { cron_expression: '30 2 * * *', tz_info: 'UTC', compliance_checks: [] };
  const account = { accountId: sampleId('aws-production'), alias: 'Production', cspName: 'aws' };
  return (
    <ScheduleDialog
      integration={{ ...account, schedule } as never}
      onClose={onClose}
      onScheduled={ignore}
    />
  );
};

describe('a dialog whose request is in progress', () => {
  it.each<[string, DialogFactory, RegExp, () => Promise<unknown>]>([
    ['to schedule a bot', createScheduleDialog, /^Schedule$/, nothing],
    ['to publish a bot', createPublishDialog, /^Publish version 1$/, nothing],
    ['to import an action', createImportDialog, /^Import action$/, chooseFile],
    ['to request an integration', createRequestDialog, /^Send request$/, fillRequestForm],
    ['to schedule scans', createScanDialog, /^Save$/, nothing],
  ])(
    '%s stays open until the response and sends one request',
    async (_, createDialog, buttonName, prepare) => {
      const onClose = jest.fn();
      const { queries } = renderPage(await createDialog(onClose));
      await screen.findByRole('dialog');
      await waitFor(() => expect(queries.isFetching()).toBe(0));
      await prepare();
      const release = holdCalls(product);
      await clickWhenEnabled(buttonName);
      await waitFor(() => expect(queries.isMutating()).toBe(1));
      const dialog = within(screen.getByRole('dialog'));
      expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
      fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 });
      expect(onClose).not.toHaveBeenCalled();
      const publishButtons = dialog.queryAllByRole('button', { name: /^Publish/ });
      for (const one of publishButtons) await userEvent.click(one);
      expect(queries.isMutating()).toBe(1);
      release();
      await waitFor(() => expect(queries.isMutating()).toBe(0));
    },
  );

  it('to run a bot stays open until the response', async () => {
    const bot = await createBot('Runs', 'on_demand');
    const onClose = jest.fn();
    const run = {
      node: undefined,
      part: 'all',
      source: noSource,
      triggerEvents: undefined,
    } as const;
    const extraProps = { pins: 0, loading: true, failure: undefined, onRun: ignore };
    renderPage(<RunModal {...{ bot, onClose, ...run, ...extraProps }} />);
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape', keyCode: 27 });
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(onClose).not.toHaveBeenCalled();
  });
});
