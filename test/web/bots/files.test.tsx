import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import createWrapper from '@cloudscape-design/components/test-utils/dom';
import { type Embedded, freePort, openEmbedded } from '#test/support/embedded.ts';
import { takeDraft } from '#web/app/draft-handover.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { BotsPage } from '#web/pages/bots/list/bots.tsx';
import { clickWhenEnabled } from '../click-when-enabled.ts';
import { addressOf, connectToEmbedded, renderPage } from '../render.tsx';
import { collectSavedFiles } from '../saved-files.ts';
import '../file-bytes.ts';
import { draw } from './graph-drawing.ts';

let product: Embedded;

beforeEach(() => connectToEmbedded(product));

beforeAll(async () => {
  product = await openEmbedded();
});

afterAll(() => product.close());

const head = ['format: cloudwarden.bot/1', 'name: Brought along', 'graph:', '  edges: []'];
const node = '- {id: a, name: Wait, type: delay, position: {x: 0, y: 0}, settings: {token: x}}';
const yaml = [...head, '  nodes:', `    ${node}`, ''].join('\n');

const open = async () => {
  const page = renderPage(<BotsPage />, { path: '/bots', at: '/bots' });
  await screen.findAllByRole('rowheader');
  return page;
};
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

const openImport = async () => {
  const page = await open();
  await clickWhenEnabled('Import');
  return { page, inside: await dialog('Import bot') };
};
const choose = (name: string, ...content: BlobPart[]) =>
  userEvent.upload(
    createWrapper().findModal()?.findContent().findFileUpload()?.findNativeInput().getElement() ??
      document.body,
    new File(content, name),
  );
const paste = async (text: string) => {
  await userEvent.click(screen.getByRole('tab', { name: 'Paste text' }));
  const field = screen.getByLabelText("Text of a bot's file");
  await userEvent.click(field);
  await userEvent.paste(text);
};
const lines = () =>
  [...document.querySelectorAll('.file-text')].map(({ textContent }) => textContent);

describe('importing a bot from a file', () => {
  it('shows the file and its findings and opens the bot in the editor', async () => {
    const { page, inside } = await openImport();
    await choose('bot.yaml', yaml);
    await inside.findByText('Brought along');
    expect(inside.getByRole('region', { name: 'bot.yaml, 7 lines' })).toBeInTheDocument();
    expect(lines()).toEqual(yaml.split('\n'));
    expect(inside.getByText('The secret in token')).toBeInTheDocument();
    expect(inside.getByText(/issues? keeps? it from running so far/)).toBeInTheDocument();
    expect(inside.getAllByRole('button', { name: 'Line 6' })).not.toHaveLength(0);
    expect(inside.queryByText('This name is taken')).toBeNull();
    await clickWhenEnabled('Open in editor');
    await waitFor(() => expect(addressOf(page)).toBe('/bots/new'));
    expect(takeDraft()).toMatchObject({
      name: 'Brought along',
      graph: { nodes: [{ id: 'a', settings: { token: '' } }] },
    });
    expect((await product.api.bots.listBots({ regex: 'brought' })).items).toEqual([]);
  });

  it('accepts pasted JSON and reports a name in use', async () => {
    await product.api.bots.createBot({ name: 'Twice', graph: draw('start -> end') });
    const { inside } = await openImport();
    const graph = { nodes: [], edges: [] };
    await paste(JSON.stringify({ format: 'cloudwarden.bot/1', name: 'TWICE', graph }, null, 2));
    await clickWhenEnabled('Preview');
    await inside.findByText('This name is taken');
    expect(lines()[0]).toBe('{');
  });

  it('lists faults by line and scrolls to the first fault', async () => {
    const { inside } = await openImport();
    const note = '#\n'.repeat(400);
    await paste(`${yaml}${note}owner: ada\ntenant_id: org_1\n`);
    await clickWhenEnabled('Preview');
    await inside.findByText('This is not the file of a bot');
    expect(inside.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 407: Unknown field: owner',
      'Line 408: Unknown field: tenant_id',
    ]);
    expect(inside.getByRole('button', { name: 'Open in editor' })).toBeDisabled();
    const frame = inside.getByRole('region');
    expect(frame.scrollTop).toBe(403 * 20);
    await clickWhenEnabled('Line 408');
    expect(frame.scrollTop).toBe(404 * 20);
    await clickWhenEnabled('Back');
    expect(screen.getByLabelText("Text of a bot's file")).toHaveValue(
      `${yaml}${note}owner: ada\ntenant_id: org_1\n`,
    );
  });

  it('refuses files that are not text or are too large', async () => {
    const { inside } = await openImport();
    await choose('bot.yaml', new Uint8Array([0xff, 0xfe, 0]));
    await inside.findByText(/^This file is not UTF-8 text/);
    await clickWhenEnabled('Remove bot.yaml');
    await choose('bot.json', 'x'.repeat(1_100_000));
    await inside.findByText('This file is larger than 1 MiB, the maximum size.');
  });

  it('offers a retry when the server could not be reached', async () => {
    const { inside } = await openImport();
    connectToEmbedded({ ...product, url: `http://127.0.0.1:${await freePort()}` });
    await choose('bot.yaml', yaml);
    await inside.findByText('The file could not be read');
    expect(inside.getByText(/^Couldn't connect to the server!/)).toBeInTheDocument();
    connectToEmbedded(product);
    await userEvent.click(inside.getByRole('button', { name: 'Retry' }));
    await inside.findByText('Brought along');
  });
});

describe('exporting a bot as a file', () => {
  const arn = 'arn:aws:sns:eu-west-1:123456789012:alarms';
  const graph = applyEdit(draw('start -> ask:approval -> end'), {
    do: 'configure',
    id: 'ask',
    settings: { message: `Tell ${arn} of it?` },
  });

  const openExport = async (name: string) => {
    await open();
    await clickWhenEnabled(`Actions for ${name}`);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Export' }));
    return dialog(`Export ${name}`);
  };

  it('shows, copies and downloads YAML or JSON', async () => {
    userEvent.setup();
    const { names, restore } = collectSavedFiles();
    await product.api.bots.createBot({ name: 'Watch this', graph });
    const exportDialog = await openExport('Watch this');
    await exportDialog.findByRole('region', { name: /^watch-this\.yaml, / });
    expect(lines()[0]).toBe('format: cloudwarden.bot/1');
    expect(exportDialog.getByText('ARNs inside longer texts remain')).toBeInTheDocument();
    expect(exportDialog.getByText(arn)).toBeInTheDocument();
    await clickWhenEnabled('Download');
    await clickWhenEnabled('JSON');
    await exportDialog.findByRole('region', { name: /^watch-this\.json, / });
    await clickWhenEnabled('Copy watch-this.json');
    expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ name: 'Watch this' });
    await clickWhenEnabled('Download');
    expect(names).toEqual(['watch-this.yaml', 'watch-this.json']);
    restore();
  });

  it('includes pinned data only on request', async () => {
    const pinned = { output: { account: '123456789012' } };
    const baseGraph = draw('start -> look:http_request -> end');
    const pinnedNodes = baseGraph.nodes.map((one) =>
      one.id === 'look' ? { ...one, pinned } : one,
    );
    await product.api.bots.createBot({
      name: 'Pinned',
      graph: { ...baseGraph, nodes: pinnedNodes },
    });
    const exportDialog = await openExport('Pinned');
    const include = await exportDialog.findByRole('checkbox', { name: 'Include pinned data' });
    expect(include).not.toBeChecked();
    exportDialog.getByText('Pinned data of look. Its texts may contain names and secrets.');
    exportDialog.getByText(/are left out, and so is pinned data\.$/);
    expect(lines().join('\n')).not.toContain('123456789012');
    await userEvent.click(include);
    await waitFor(() => expect(lines().join('\n')).toContain('123456789012'));
  });

  it('exports the draft or the published version', async () => {
    const { _id } = await product.api.bots.createBot({ name: 'Two ways', graph });
    await product.api.bots.updateBot({
      bot_id: _id,
      name: 'Two ways',
      graph: draw('start -> end'),
      base_version: 1,
    });
    await product.api.bots.publishBot({ bot_id: _id, version: 2 });
    await product.api.bots.updateBot({ bot_id: _id, name: 'Two ways', graph, base_version: 2 });
    const exportDialog = await openExport('Two ways');
    await exportDialog.findByText(arn);
    await clickWhenEnabled('Published v2');
    await waitFor(() => expect(exportDialog.queryByText(arn)).toBeNull());
    expect(exportDialog.queryByText('ARNs inside longer texts remain')).toBeNull();
  });
});
