import { draw } from '#test/support/drawing.ts';
import { warningsOf } from '#web/pages/bots/editor/document/warnings.ts';

describe('what Validate warns of', () => {
  const asking = (approvers: string[]) =>
    draw('start -> ask:approval -> end', { ask: { message: 'Go?', approvers } });
  const graph = asking(['editor@cloud.io']);
  const message = 'editor@cloud.io is an approver of "ask" but has no permission to approve.';
  const saved = { graph, warnings: [{ node_id: 'ask', message }] };

  it('is what the server knows of the saved version, while the node is as it was saved', () => {
    expect(warningsOf(graph, saved)).toEqual(saved.warnings);
    expect(warningsOf(asking(['root@cloud.io']), saved)).toEqual([]);
    expect(warningsOf(draw('start -> end'), saved)).toEqual([]);
  });

  it('is what the draft itself shows, once', () => {
    const placed = draw('start -> call:http_request -> end', {
      call: { url: 'https://api.example.com/' },
    });
    const own = warningsOf(placed, undefined);
    expect(own).toHaveLength(1);
    expect(warningsOf(placed, { graph: placed, warnings: own })).toEqual(own);
  });
});
