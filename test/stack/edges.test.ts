import { synthesise } from '../support/template.ts';
import { defects } from './edges/defects.ts';
import { problemsOf } from './edges/problems.ts';

describe.each(['workspace', 'saas'] as const)('the %s edition', (edition) => {
  const { template } = synthesise(edition);

  it('has no missing target and no missing permission', () => {
    expect(problemsOf(template, edition)).toEqual([]);
  });

  const seeded = defects.filter(({ onlyEdition = edition }) => onlyEdition === edition);
  it.each(seeded)('reports the seeded defect: $name', ({ seed, found }) => {
    const broken = structuredClone(template);
    seed(broken);
    expect(problemsOf(broken, edition)).toContainEqual(expect.stringMatching(found));
  });
});
