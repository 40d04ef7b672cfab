import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import {
  nodeJson,
  nodeJsonEdits,
  readNodeJson,
} from '#web/pages/bots/editor/document/node-json.ts';
import { draw } from './picture.ts';

const graph = draw('start -> ask:http_request -> end');

const nodeOf = ({ nodes }: Graph) => {
  const node = nodes.find(({ id }) => id === 'ask');
  if (!node) throw new Error('The node is gone.');
  return node;
};

/** The node after its JSON was replaced. */
const put = (from: Graph, value: unknown) => {
  const read = readNodeJson(from, nodeOf(from), value);
  if ('problem' in read) return read.problem;
  return nodeOf(nodeJsonEdits(nodeOf(from), read.node).reduce(applyEdit, from));
};

const all = {
  name: 'Ask',
  settings: { method: 'POST', url: 'https://api.example.com' },
  policy: { retries: 2 },
  disabled: true,
  pinned: { output: [1] },
};

describe('editing a node as JSON', () => {
  it('sets everything except the id, kind and position of the node', () => {
    const { id, type, position } = nodeOf(graph);
    const after = put(graph, all);
    expect(after).toMatchObject({ id, type, position, ...all });
  });

  it('removes values that are absent from the JSON', () => {
    const read = readNodeJson(graph, nodeOf(graph), all);
    if ('problem' in read) throw new Error(read.problem);
    const full = nodeJsonEdits(nodeOf(graph), read.node).reduce(applyEdit, graph);
    expect(put(full, { name: 'Ask', settings: {} })).toEqual({
      ...nodeOf(graph),
      name: 'Ask',
      settings: {},
    });
  });

  it('changes nothing when the JSON is unchanged', () => {
    expect(put(graph, nodeJson(nodeOf(graph)))).toEqual(nodeOf(graph));
  });

  it.each([
    [{ ...all, name: 'End' }, /^Another node has this name/],
    [{ ...all, id: 'other' }, /Unknown field: id/],
    [{ ...all, policy: { retries: -1 } }, /^policy\.retries: /],
    [{ ...all, pinned: { output: 'x'.repeat(33 * 1024) } }, /32 KB/],
    [7, /It is a number, but has to be a group of fields/],
  ])('refuses invalid JSON with an explanation: %.40j', (value, sentence) => {
    expect(put(graph, value)).toMatch(sentence);
  });
});
