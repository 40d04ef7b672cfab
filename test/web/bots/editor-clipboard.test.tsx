import { QueryClient } from '@tanstack/react-query';
import { botFileFormat } from '#lib/domain/bots/bot-file.schema.ts';
import { fileOf } from '#lib/domain/bots/bot-file.rules.ts';
import type { BotView, Graph } from '#lib/domain/bots/bot.schema.ts';
import { copyNodes, readCopiedNodes } from '#web/pages/bots/editor/canvas/clipboard.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import {
  clipboardText,
  fragmentOf,
  pasteProblem,
  readClipboard,
} from '#web/pages/bots/editor/document/fragment.ts';
import { findFreeOffset } from '#web/pages/bots/editor/document/placement.ts';
import { boxOf, isTooClose } from '#web/components/graph/node-size.ts';
import { describeGraph, draw } from './graph-drawing.ts';

const line = draw('start -> wait:delay -> end');

const configureNode = (graph: Graph, id: string, settings: Record<string, unknown>): Graph =>
  applyEdit(graph, { do: 'configure', id, settings });

const pasteFragment = (graph: Graph, fragment: Graph): Graph =>
  applyEdit(graph, { do: 'paste', fragment, seed: 'copy', offset: { x: 0, y: 0 } });

const settingsOf = (graph: Graph, name: string) =>
  graph.nodes.find((node) => node.name === name)?.settings;

describe('copied nodes', () => {
  it('consist of the selected nodes and the arrows between them', () => {
    const fragment = fragmentOf(line, new Set(['wait', 'end']));
    const back = readClipboard(clipboardText(fragment));
    expect(back && describeGraph(back)).toEqual(['wait -> end']);
  });

  const secretive = configureNode(draw('start -> call:http_request -> end'), 'call', {
    url: 'https://user:word@api.example.com/?token=t0ps3cret&page=1',
    integration: { type: 'slack', id: 'int_00112233445566778899aabbccddeeff' },
    headers: [
      { name: 'authorization', value: 'Bearer t0ps3cret' },
      { name: 'accept', value: 'application/json' },
    ],
  });
  const pinnedGraph = applyEdit(secretive, {
    do: 'pin',
    id: 'call',
    pinned: { output: { password: 't0ps3cret' } },
  });

  it('contain no secrets, pinned data or ids as clipboard text', () => {
    const text = clipboardText(pinnedGraph);
    expect(text).not.toMatch(/t0ps3cret|word@|int_/);
    const { nodes } = JSON.parse(text) as Graph;
    expect(nodes.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(text).toContain('application/json');
  });

  it('are pasted complete in the same window until the user signs out', () => {
    const queries = new QueryClient();
    const text = copyNodes(queries, pinnedGraph);
    expect(readCopiedNodes(queries, text.replaceAll('\n', '\r\n'))).toEqual(pinnedGraph);
    queries.clear();
    const pastedGraph = readCopiedNodes(queries, text);
    expect(pastedGraph && settingsOf(pastedGraph, 'call')).not.toHaveProperty('integration.id');
  });

  it('are replaced by text that another program copied later', () => {
    const queries = new QueryClient();
    copyNodes(queries, pinnedGraph);
    const pastedGraph = readCopiedNodes(queries, clipboardText(line));
    expect(pastedGraph && describeGraph(pastedGraph)).toEqual(describeGraph(line));
  });
});

describe('pasted nodes', () => {
  it.each(['', 'a text', '{}', '{"cloudwarden":"nodes","nodes":[]}', 'null'])(
    'are none when the clipboard holds %j',
    (text) => expect(readClipboard(text)).toBeUndefined(),
  );

  it('are read from the file of an exported bot', () => {
    const bot = { name: 'Exported', description: '', graph: line } as BotView;
    const { file } = fileOf({ ...bot, category: 'Security', importance: 'Low' });
    expect(file.format).toBe(botFileFormat);
    const back = readClipboard(JSON.stringify(file));
    expect(back && describeGraph(back)).toEqual(describeGraph(line));
  });

  it('refer to copied nodes by new names and to other nodes unchanged', () => {
    const text = "{% $nodes.wait & $nodes.`wait 2` & $nodes.start & '$nodes.wait' %}";
    const graph = configureNode(draw('start -> wait:delay -> tell:notification'), 'tell', {
      message: text,
    });
    const twice = pasteFragment(graph, fragmentOf(graph, new Set(['wait', 'tell'])));
    expect(settingsOf(twice, 'tell 2')?.['message']).toContain('$nodes.`wait 2` &');
    expect(settingsOf(twice, 'tell 2')?.['message']).toContain('$nodes.start');
    expect(settingsOf(twice, 'tell')?.['message']).toBe(text);
  });

  it('refer to the right copy when a new name equals an old name', () => {
    const graph = configureNode(draw('wait:delay', 'tell:notification'), 'tell', {
      message: '{% $nodes.wait %} {% $nodes.`wait 2` %}',
    });
    const both = applyEdit(graph, { do: 'add', kind: 'delay', id: 'b', insertPoint: { at: zero } });
    const renamedGraph = applyEdit(both, { do: 'rename', id: 'b', name: 'wait 2' });
    const twice = pasteFragment(draw('wait:delay'), renamedGraph);
    expect(describeGraph(twice)).toEqual(['tell', 'wait', 'wait 2', 'wait 3']);
    expect(settingsOf(twice, 'tell')?.['message']).toBe(
      '{% $nodes.`wait 3` %} {% $nodes.`wait 2` %}',
    );
  });

  it('report why nothing can be pasted', () => {
    expect(pasteProblem(line, draw('start'))).toBe('A bot can have only one start node.');
    expect(pasteProblem(line, draw('end'))).toBeUndefined();
  });

  it('overlap no node and appear in the visible area', () => {
    const fragment = fragmentOf(line, new Set(['wait', 'end']));
    const offset = findFreeOffset(line, fragment.nodes, undefined);
    const copies = fragment.nodes.map((node) => ({
      ...node,
      position: { x: node.position.x + offset.x, y: node.position.y + offset.y },
    }));
    const hits = copies.filter((copy) => line.nodes.some((n) => isTooClose(boxOf(copy), boxOf(n))));
    expect([offset.y, hits]).toEqual([0, []]);
    const view = { x: 5000, y: 5000, width: 1000, height: 500 };
    const far = findFreeOffset(line, fragment.nodes, view);
    expect(far.x + 300).toBeGreaterThan(5000);
    expect(far.y).toBeLessThan(5500);
  });
});

const zero = { x: 0, y: 0 };
