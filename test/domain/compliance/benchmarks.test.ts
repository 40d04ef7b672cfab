import {
  allEditions,
  benchmarkEditions,
  benchmarkNames,
} from '#lib/domain/compliance/benchmark.schema.ts';
import { coverageOf } from '#lib/domain/compliance/benchmarks.rules.ts';
import { rules } from '#lib/domain/compliance/rules.ts';

describe('the editions of benchmarks', () => {
  it('include every benchmark that people can choose', () => {
    const names = new Set(allEditions.map(({ benchmark }) => benchmark));
    expect([...names].sort()).toEqual([...benchmarkNames].sort());
  });

  it('are unique by cloud, benchmark and version', () => {
    const keys = allEditions.map((one) =>
      [one.integration_type, one.benchmark, one.version].join(),
    );
    expect(keys).toEqual([...new Set(keys)]);
  });
});

describe('the rules of the product', () => {
  it('serve every CIS control for AWS that a program can check', () => {
    const ids = rules
      .filter(({ integration_type }) => integration_type === 'aws')
      .flatMap(({ frameworks }) => frameworks)
      .filter(({ benchmark }) => benchmark === 'CIS')
      .map(({ control_id }) => control_id);
    // 2.1, 2.20 and 6.6 ask people.
    expect(new Set(ids).size).toBe((benchmarkEditions.aws.cis.controls ?? 0) - 3);
    expect(ids).not.toContain('2.1');
  });

  it('serve at least one control of every edition', () => {
    const unserved = coverageOf(allEditions, rules).filter(({ covered }) => covered === 0);
    expect(unserved).toEqual([]);
  });
});

describe('the coverage of a benchmark by rules', () => {
  it('counts each control once, and only for its own edition', () => {
    const { cis, nist } = benchmarkEditions.aws;
    const [first] = rules;
    if (!first) throw new Error('There is no rule.');
    const of = (...ids: string[]) =>
      ids.map((control_id) => ({ benchmark: cis.benchmark, version: cis.version, control_id }));
    const two = [
      { ...first, frameworks: of('1.1', '1.2') },
      { ...first, frameworks: of('1.2') },
      { ...first, integration_type: 'gcp' as const, frameworks: of('1.3') },
    ];
    expect(coverageOf([cis, nist], two)).toEqual([
      { ...cis, covered: 2 },
      { ...nist, covered: 0 },
    ]);
  });

  it('is never higher than the number of controls', () => {
    const excessive = coverageOf(allEditions, rules).filter(
      ({ covered, controls = covered }) => covered > controls,
    );
    expect(excessive).toEqual([]);
  });
});
