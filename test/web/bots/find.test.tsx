import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { findNodes } from '#web/pages/bots/find/find.ts';
import { draw } from './graph-drawing.ts';

const drawn = draw('start -> ask:http_request -> Tell:notification -> end');
const url = 'https://api.example.com/v1/hosts?state=owner-less';
const graphWithUrl = applyEdit(drawn, {
  do: 'configure',
  id: 'ask',
  settings: { method: 'GET', url },
});
const graph = applyEdit(graphWithUrl, {
  do: 'pin',
  id: 'ask',
  pinned: { output: { zone: 'Frankfurt' } },
});

const namesFor = (text: string) => findNodes(graph, text).map(({ name }) => name);

describe('searching the nodes of a graph', () => {
  it('finds nodes by name regardless of case', () => {
    expect(namesFor('TELL')).toEqual(['Tell']);
  });

  it('finds nodes by kind', () => expect(namesFor('http request')).toEqual(['ask']));

  it('finds text in settings and shows the field and the surrounding text', () => {
    expect(findNodes(graph, 'owner-less')).toEqual([
      { id: 'ask', name: 'ask', matchText: 'URL: …pi.example.com/v1/hosts?state=owner-less' },
    ]);
  });

  it('finds text in pinned data', () => {
    expect(findNodes(graph, 'frankfurt')).toEqual([
      { id: 'ask', name: 'ask', matchText: 'Pinned data: Frankfurt' },
    ]);
  });

  it('lists matches in names before matches in settings', () => {
    const renamed = applyEdit(graph, { do: 'rename', id: 'end', name: 'No hosts left' });
    expect(findNodes(renamed, 'hosts').map(({ name }) => name)).toEqual(['No hosts left', 'ask']);
  });

  it.each(['', '   ', 'nothing like this'])('finds no nodes for %j', (text) =>
    expect(namesFor(text)).toEqual([]),
  );
});
