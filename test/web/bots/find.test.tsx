import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { findNodes } from '#web/pages/bots/find/find.ts';
import { draw } from './picture.ts';

const drawn = draw('start -> ask:http_request -> Tell:notification -> end');
const url = 'https://api.example.com/v1/hosts?state=owner-less';
const asking = applyEdit(drawn, { do: 'configure', id: 'ask', settings: { method: 'GET', url } });
const graph = applyEdit(asking, {
  do: 'pin',
  id: 'ask',
  pinned: { output: { zone: 'Frankfurt' } },
});

const namesFor = (text: string) => findNodes(graph, text).map(({ name }) => name);

describe('a search among nodes', () => {
  it('finds them by name, in any case', () => {
    expect(namesFor('TELL')).toEqual(['Tell']);
  });

  it('finds them by kind', () => expect(namesFor('http request')).toEqual(['ask']));

  it('finds what they hold, and says in which field, with what stands around it', () => {
    expect(findNodes(graph, 'owner-less')).toEqual([
      { id: 'ask', name: 'ask', where: 'URL: …pi.example.com/v1/hosts?state=owner-less' },
    ]);
  });

  it('finds pinned data', () => {
    expect(findNodes(graph, 'frankfurt')).toEqual([
      { id: 'ask', name: 'ask', where: 'Pinned data: Frankfurt' },
    ]);
  });

  it('names those first that are called so', () => {
    const renamed = applyEdit(graph, { do: 'rename', id: 'end', name: 'No hosts left' });
    expect(findNodes(renamed, 'hosts').map(({ name }) => name)).toEqual(['No hosts left', 'ask']);
  });

  it.each(['', '   ', 'nothing like this'])('finds none for %j', (text) =>
    expect(namesFor(text)).toEqual([]),
  );
});
