import { relatedIn } from './related.ts';
import { productFolders, type Source, sourcesIn } from './sources.ts';

const source = (path: string, ...targets: string[]): Source => ({
  path,
  text: '',
  lines: [],
  imports: targets.map((target) => ({
    target: target.replace('type ', ''),
    isType: target.startsWith('type '),
  })),
});

const sources = [
  source('lib/domain/listeners/listener.rules.ts'),
  source('lib/routes.ts', 'lib/domain/listeners/listener.rules.ts'),
  source('test/support/product.ts', 'lib/routes.ts'),
  source('test/domain/listeners/rules.test.ts', 'lib/domain/listeners/listener.rules.ts'),
  source('test/local/routes.test.ts', 'lib/routes.ts'),
  source('test/web/bots/page.test.tsx', 'test/support/product.ts'),
  source('test/web/listeners/page.test.tsx', 'test/support/product.ts'),
  source('test/domain/bots/rules.test.ts', 'type lib/domain/listeners/listener.rules.ts'),
  source('test/stack/deployed.long.test.ts', 'lib/routes.ts'),
  source('test/agent/linux.test.ts'),
  source('test/lambdas/every-route.test.ts'),
  source('test/aws/bus.test.ts'),
  source('test/docs/reference.test.ts'),
];
const related = relatedIn(sources);

const journey = 'test/journeys/finding-to-target.test.ts';

describe('the tests related to a change', () => {
  it('are those of the area, then those that load the file, nearest first', () => {
    expect(related(['lib/domain/listeners/listener.rules.ts'])).toEqual([
      'test/domain/listeners/rules.test.ts',
      'test/web/listeners/page.test.tsx',
      'test/local/routes.test.ts',
      'test/web/bots/page.test.tsx',
    ]);
  });

  it('begin with the changed tests', () => {
    const changed = ['lib/routes.ts', 'test/web/bots/page.test.tsx'];
    expect(related(changed)).toEqual([
      'test/web/bots/page.test.tsx',
      'test/local/routes.test.ts',
      'test/web/listeners/page.test.tsx',
    ]);
  });

  it('include a long test only if the test itself has changed', () => {
    const long = 'test/stack/deployed.long.test.ts';
    expect(related(['lib/routes.ts'])).not.toContain(long);
    expect(related(['lib/routes.ts', long])).toContain(long);
  });

  it.each([
    ['agent/kinds/linux.ts', ['test/agent/linux.test.ts']],
    [
      'lambdas/api/listeners.ts',
      ['test/lambdas/every-route.test.ts', 'test/domain/listeners/rules.test.ts'],
    ],
    ['lambdas/deps/bus.ts', ['test/aws/bus.test.ts', 'test/lambdas/every-route.test.ts']],
    ['lib/ports/bus.ts', ['test/aws/bus.test.ts']],
    ['lib/aws/pool-issuer.ts', ['test/aws/bus.test.ts']],
    ['README.md', ['test/docs/reference.test.ts']],
  ])('are, for %s, which no test loads, the tests in the matching folder', (file, tests) => {
    expect(related([file])).toEqual(tests);
  });

  it('are the journey through the whole product for other files', () => {
    expect(related(['bin/local.ts'])).toEqual([journey]);
    expect(related(['package.json'])).toEqual([journey]);
  });

  it('are found for each product file, and exist', () => {
    const real = sourcesIn(...productFolders, 'test');
    const existingPaths = new Set(real.map(({ path }) => path));
    const found = relatedIn(real);
    const product = [...existingPaths].filter((path) => !path.startsWith('test/'));
    expect(product.filter((path) => found([path]).length === 0)).toEqual([]);
    const all = new Set(product.flatMap((path) => found([path])));
    expect([...all].filter((path) => !existingPaths.has(path))).toEqual([]);
    // A file that no test loads, and with no test at its address, runs the whole-product test.
    const journeyFiles = product.filter((path) => found([path]).join() === journey);
    const wiring = ['lib/socket-calls.ts'];
    expect(journeyFiles.filter((path) => !path.startsWith('bin/'))).toEqual(wiring);
  });
});
