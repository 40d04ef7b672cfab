import { draw } from '#test/support/drawing.ts';

describe('a drawing', () => {
  it('becomes a graph with its nodes, edges and settings', () => {
    const { nodes, edges } = draw(
      `
      start -> risky:condition -yes-> fix:http_request -> end
      risky -no-> end
      `,
      { fix: { url: 'https://fix.example/' } },
    );
    expect(nodes.map(({ id, type, name }) => [id, type, name])).toEqual([
      ['start', 'start', 'start'],
      ['risky', 'condition', 'risky'],
      ['fix', 'http_request', 'fix'],
      ['end', 'end', 'end'],
    ]);
    expect(edges.map(({ source, sourceHandle, target }) => [source, sourceHandle, target])).toEqual(
      [
        ['start', undefined, 'risky'],
        ['risky', 'yes', 'fix'],
        ['fix', undefined, 'end'],
        ['risky', 'no', 'end'],
      ],
    );
    expect(nodes[2]?.settings).toEqual({ url: 'https://fix.example/' });
  });

  it('is refused when a node has no kind', () => {
    expect(() => draw('start -> mystery')).toThrow('"mystery" is drawn without a kind');
  });
});
