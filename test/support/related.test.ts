import { relatedTests } from './related.ts';
import type { Source } from './sources.ts';

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
];

describe('the tests that a change can touch', () => {
  it('are those of the area, then those that load the file, the nearest first', () => {
    expect(relatedTests(['lib/domain/listeners/listener.rules.ts'], sources)).toEqual([
      'test/domain/listeners/rules.test.ts',
      'test/web/listeners/page.test.tsx',
      'test/local/routes.test.ts',
      'test/web/bots/page.test.tsx',
    ]);
  });

  it('are the changed tests first', () => {
    const changed = ['lib/routes.ts', 'test/web/bots/page.test.tsx'];
    expect(relatedTests(changed, sources)).toEqual([
      'test/web/bots/page.test.tsx',
      'test/local/routes.test.ts',
      'test/web/listeners/page.test.tsx',
    ]);
  });

  it('are none for what no test loads', () => {
    expect(relatedTests(['README.md', 'bin/local.ts'], sources)).toEqual([]);
  });
});
