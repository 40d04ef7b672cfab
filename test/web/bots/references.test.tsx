import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import { insertCode, nodeCode, referencesAt } from '#web/pages/bots/editor/document/references.ts';
import { draw } from './graph-drawing.ts';

const chain = draw('start -> fetch:http_request -> risky:condition -yes-> act:http_request -> end');
const withUrl = (url: string) =>
  applyEdit(chain, { do: 'configure', id: 'act', settings: { url, headers: [{ value: url }] } });

describe('the values that an expression can read', () => {
  it('include outputs of earlier nodes, the event, the run and the site', () => {
    expect(referencesAt(chain, 'act').map(({ code }) => code)).toEqual([
      '$nodes.fetch',
      '$event',
      '$run.id',
      '$run.started_at',
      '$site.url',
    ]);
    expect(referencesAt(chain, 'fetch').map(({ code }) => code)).not.toContain('$nodes.act');
  });

  it('include results of finished branches and loops, not their inner nodes', () => {
    const graph = draw(
      'start -> each:loop -body-> ask:http_request -> done:loop_end -> both:parallel',
      'both -branch-> one:http_request -> meet:merge -> act:http_request',
      'both -branch-> other:http_request -> meet',
    );
    const codesAt = (id: string) => {
      const codes = referencesAt(graph, id).map(({ code }) => code);
      return codes.slice(0, codes.indexOf('$event'));
    };
    expect(codesAt('act')).toEqual(['$nodes.done', '$nodes.meet']);
    expect(codesAt('other')).toEqual(['$nodes.done']);
    expect(codesAt('ask')).toEqual(['$loop.item', '$loop.index']);
  });

  it('have backticks around names that are not plain words', () => {
    expect([nodeCode('fetch_2'), nodeCode('HTTP request')]).toEqual([
      '$nodes.fetch_2',
      '$nodes.`HTTP request`',
    ]);
  });

  it.each([
    ['', '{% $event %}'],
    ['Host ', 'Host {% $event %}'],
    ['{% 1 + %}', '{% 1 + $event %}'],
    ['{% 1 +%}  ', '{% 1 + $event %}'],
  ])('are inserted into %j, which becomes %j', (text, expected) => {
    expect(insertCode(text, '$event')).toBe(expected);
  });

  it.each([
    ['|Host', '{% $event %}Host'],
    ['Host | is down', 'Host {% $event %} is down'],
    ['{% a %} and |', '{% a %} and {% $event %}'],
    ['{% 1 +| %} more', '{% 1 + $event %} more'],
    ['{% |a %}|', '{% $event a %}|'],
  ])('are inserted at the caret of %j, which becomes %j', (text, expected) => {
    const at = text.indexOf('|');
    expect(insertCode(text.replace('|', ''), '$event', at)).toBe(expected);
  });

  it('are none for a note', () => {
    const graph = draw('start -> end', 'note');
    expect(referencesAt(graph, 'note')).toEqual([]);
  });
});

describe('renaming a node', () => {
  it.each([
    ['{% $nodes.fetch.body %}', '{% $nodes.`Get hosts`.body %}'],
    [
      '{% $nodes.`fetch`.a & $nodes."fetch".b %}',
      '{% $nodes.`Get hosts`.a & $nodes.`Get hosts`.b %}',
    ],
    ['{% $nodes.fetched %} $nodes.fetch', '{% $nodes.fetched %} $nodes.fetch'],
    ['{% $nodes.fetch', '{% $nodes.fetch'],
    ['no expression', 'no expression'],
  ])('changes expressions to the new name: %s', (before, after) => {
    const renamed = applyEdit(withUrl(before), { do: 'rename', id: 'fetch', name: 'Get hosts' });
    const actNode = renamed.nodes.find(({ id }) => id === 'act');
    expect(actNode?.settings).toEqual({ url: after, headers: [{ value: after }] });
  });

  it('changes settings that name the node', () => {
    const graph = draw('start -> fetch:http_request -> ask:approval');
    const settings = { message: 'May it?', reread: 'fetch' };
    const rereadGraph = applyEdit(graph, { do: 'configure', id: 'ask', settings });
    const renamed = applyEdit(rereadGraph, { do: 'rename', id: 'fetch', name: 'Get hosts' });
    expect(renamed.nodes[2]?.settings).toEqual({ message: 'May it?', reread: 'Get hosts' });
  });

  it('treats special characters in the old name literally', () => {
    const odd = applyEdit(withUrl('{% $nodes.`a.b(c|d)+$`.x & $nodes.`axb(c|d)+$`.y %}'), {
      do: 'rename',
      id: 'fetch',
      name: 'a.b(c|d)+$',
    });
    const renamed = applyEdit(odd, { do: 'rename', id: 'fetch', name: 'new' });
    const actNode = renamed.nodes.find(({ id }) => id === 'act');
    expect(actNode?.settings).toMatchObject({ url: '{% $nodes.new.x & $nodes.`axb(c|d)+$`.y %}' });
  });

  it('leaves nodes that do not read the node unchanged', () => {
    const renamed = applyEdit(chain, { do: 'rename', id: 'fetch', name: 'x' });
    expect(renamed.nodes.filter((node, index) => node !== chain.nodes[index])).toHaveLength(1);
  });
});
