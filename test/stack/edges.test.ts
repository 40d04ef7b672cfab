import { synthesise } from '../support/template.ts';
import { defects } from './edges/defects.ts';
import { problemsOf } from './edges/problems.ts';

describe.each(['workspace', 'saas'] as const)('the %s edition', (edition) => {
  it('has nothing that leads nowhere or is not permitted', () => {
    expect(problemsOf(synthesise(edition).template, edition)).toEqual([]);
  });
});

describe('is told by name:', () => {
  const { template } = synthesise('saas');

  it.each(defects)('$name', ({ seed, found }) => {
    const broken = structuredClone(template);
    seed(broken);
    expect(problemsOf(broken, 'saas')).toContainEqual(expect.stringMatching(found));
  });
});
