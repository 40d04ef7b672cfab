import type { Graph } from '#lib/domain/bots/bot.schema.ts';
import { applyEdit } from '#web/pages/bots/editor/document/edit.ts';
import {
  nodeJson,
  nodeJsonEdits,
  readNodeJson,
} from '#web/pages/bots/editor/document/node-json.ts';
import { draw } from './graph-drawing.ts';

const graph = draw('start -> ask:http_request -> end');

const nodeOf = ({ nodes }: Graph) => {
  const node = nodes.find(({ id }) => id === 'ask');
  if (!node) throw new Error('The node is gone.');
  return node;
};

/** The node after its JSON was replaced. */
const replaceNodeJson = (from: Graph, value: unknown) => {
  const result = readNodeJson(from, nodeOf(from), value);
  if ('problem' in result) return result.problem;
  return nodeOf(nodeJsonEdits(nodeOf(from), result.node).reduce(applyEdit, from));
};

const fullNode = {
  name: 'Ask',
  settings: { method: 'POST', url: 'https://api.example.com' },
  policy: { retries: 2 },
  disabled: true,
  pinned: { output: [1] },
};

describe('editing a node as JSON', () => {
  it('sets everything except the id, kind and position of the node', () => {
    const { id, type, position } = nodeOf(graph);
    const after = replaceNodeJson(graph, fullNode);
    expect(after).toMatchObject({ id, type, position, ...fullNode });
  });

  it('removes values that are absent from the JSON', () => {
    const result = readNodeJson(graph, nodeOf(graph), fullNode);
    if ('problem' in result) throw new Error(result.problem);
    const full = nodeJsonEdits(nodeOf(graph), result.node).reduce(applyEdit, graph);
    expect(replaceNodeJson(full, { name: 'Ask', settings: {} })).toEqual({
      ...nodeOf(graph),
      name: 'Ask',
      settings: {},
    });
  });

  it('changes nothing when the JSON is unchanged', () => {
    expect(replaceNodeJson(graph, nodeJson(nodeOf(graph)))).toEqual(nodeOf(graph));
  });

  it.each([
    [{ ...fullNode, name: 'End' }, /^Another node has this name/],
    [{ ...fullNode, id: 'other' }, /Unknown field: id/],
    [{ ...fullNode, policy: { retries: -1 } }, /^policy\.retries: /],
    [{ ...fullNode, pinned: { output: 'x'.repeat(33 * 1024) } }, /32 KB/],
    [7, /It is a number, but has to be a group of fields/],
  ])('refuses invalid JSON with an explanation: %.40j', (value, sentence) => {
    expect(replaceNodeJson(graph, value)).toMatch(sentence);
  });
});
