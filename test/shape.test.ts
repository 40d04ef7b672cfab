import { readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadedFilesOf, productFolders, type Source, sourcesIn } from './support/sources.ts';

const production = sourcesIn(...productFolders);
const tests = sourcesIn('test');
const allSources = [...production, ...tests];

/** The files that break a rule, with the reason; empty if there are none. */
const findViolations = (
  sources: readonly Source[],
  rule: (one: Source) => string | boolean | undefined,
): string[] =>
  sources.flatMap((one) => {
    const violation = rule(one);
    return violation
      ? [typeof violation === 'string' ? `${one.path}: ${violation}` : one.path]
      : [];
  });

const domainPattern = (role: string) => `lib/domain/[^/]+/([^/]+/)?[^/]+\\.${role}\\.ts`;
const listPattern = 'lib/[^/]+\\.ts';
/** Contains only paths and titles: rules and services use it to build links. */
const pageList = 'lib/pages\\.ts';
/** The parts of the engine that the console may load. */
const engineForBrowsers =
  'lib/engine/(check|expression|expression/template|structure|graph|first-turn|usage)\\.ts';
const browserSafe = domainPattern('(schema|routes|rules)');

const externalModules = '(?!node:|(lib|bin|lambdas|web|test|statemachines)/).+';
const withoutTables = '(?!.*\\.table\\.ts)lib/domain/.+';

/** What may import what; the first line that matches applies. */
const importRules: [files: string, may: string[]][] = [
  ['lib/kernel/', ['lib/kernel/', 'zod', 'node:(crypto|zlib|util/types)']],
  [domainPattern('schema'), ['lib/kernel/', domainPattern('schema'), 'zod']],
  // A large area has its routes in several files.
  [domainPattern('routes'), ['lib/kernel/', domainPattern('(schema|routes)'), 'zod']],
  [domainPattern('table'), ['lib/kernel/']],
  ['lib/domain/account/token.rules.ts', ['lib/kernel/', 'zod', 'aws-jwt-verify(/jwk|/error)?']],
  [
    'lib/domain/bots/bot-text(-scan)?.rules.ts',
    ['lib/kernel/', domainPattern('schema'), 'lib/domain/bots/bot-text-.+', 'zod', 'yaml'],
  ],
  ['lib/domain/agents/manifest.rules.ts', ['lib/kernel/', domainPattern('(schema|rules)'), 'yaml']],
  [
    domainPattern('rules'),
    ['lib/kernel/', domainPattern('(schema|rules)'), pageList, 'zod', 'node:crypto'],
  ],
  [domainPattern('store'), ['lib/kernel/', domainPattern('(schema|table|rules|store)'), 'zod']],
  ['lib/domain/', ['lib/kernel/', 'lib/ports/', withoutTables, pageList, 'zod', 'node:crypto']],
  ['lib/pages.ts', ['lib/kernel/']],
  ['lib/ports/', ['lib/kernel/', domainPattern('schema'), 'lib/channels.ts', 'zod']],
  // The SDK of models is large, and is loaded only by callers of models.
  [
    'lib/engine/models/',
    [
      'lib/(engine|kernel|ports)/',
      withoutTables,
      'zod|ai|@ai-sdk/(openai-compatible|amazon-bedrock)',
      'node:.+',
    ],
  ],
  [
    'lib/engine/',
    [
      'lib/(engine|kernel|ports)/',
      withoutTables,
      pageList,
      'zod',
      'jsonata|re2js|ipaddr\\.js|nodemailer/.+|pg|@electric-sql/pglite',
      'node:.+',
    ],
  ],
  [
    'lib/aws/',
    ['lib/(aws|kernel|ports|domain)/', listPattern, 'zod', '@aws-sdk/.+', 'aws-lambda', 'node:.+'],
  ],
  [
    'lib/local/',
    [
      'lib/(local|kernel|ports|domain)/',
      listPattern,
      'zod|ws|jsonata|aws-jwt-verify(/jwk|/error)?|aws-lambda|node:.+',
    ],
  ],
  ['lib/stack/agent-bundle.ts', ['lib/domain/agents/program.schema.ts', 'esbuild', 'node:path']],
  [
    'lib/stack/',
    [
      'lib/(stack|kernel|ports)/',
      'lib/aws/environment.ts',
      'statemachines/',
      listPattern,
      'aws-cdk-lib.*|constructs|cdk-nag|esbuild|zod|node:.+',
    ],
  ],
  [listPattern, ['lib/(kernel|domain|ports)/', listPattern, 'zod']],
  [
    'lambdas/',
    [
      'lambdas/',
      'package\\.json',
      'lib/(?!stack/|local/).+',
      '@middy/core|aws-lambda|zod|node:.+',
      '@aws-sdk/.+',
    ],
  ],
  [
    'web/src/pages/bots/editor/document/',
    [
      'web/src/pages/bots/(editor/document/.+|fields/fields\\.ts)',
      'web/src/components/graph/(node-size|walk)\\.ts',
      'lib/kernel/',
      engineForBrowsers,
      browserSafe,
      'zod',
    ],
  ],
  [
    'web/src/',
    ['web/src/', 'lib/kernel/', engineForBrowsers, browserSafe, listPattern, externalModules],
  ],
  // One file without dependencies, which runs where none of our other code does.
  ['agent/', ['agent/', 'lib/domain/agents/.+\\.(schema|rules)\\.ts', 'node:.+']],
  ['bin/', ['(?!test/).+']],
];

const areaOf = (path: string): string | undefined => /^lib\/domain\/([^/]+)\//.exec(path)?.[1];

/** The other areas that each area imports; what it needs from areas above it is passed in. */
const importsByArea = (): Map<string, Set<string>> => {
  const importMap = new Map<string, Set<string>>();
  for (const { path, imports } of production) {
    const area = areaOf(path);
    if (area === undefined) continue;
    const targets = imports.map(({ target }) => areaOf(target)).filter((one) => one !== undefined);
    importMap.set(area, new Set([...(importMap.get(area) ?? []), ...targets]));
    importMap.get(area)?.delete(area);
  }
  return importMap;
};

const matchesPattern = (path: string, pattern: string): boolean =>
  new RegExp(`^(${pattern})${pattern.endsWith('/') ? '' : '$'}`).test(path);

const mayImport = (path: string, target: string): boolean => {
  const [, may = []] = importRules.find(([files]) => matchesPattern(path, files)) ?? [];
  return may.some((pattern) => matchesPattern(target, pattern));
};

describe('the table of allowed imports', () => {
  it.each([
    ['lib/kernel/page.ts', 'zod', true],
    ['lib/kernel/page.ts', 'lib/domain/bots/bot.schema.ts', false],
    ['lib/kernel/page.ts', 'node:fs', false],
    ['lib/kernel/lists.ts', '@aws-sdk/lib-dynamodb', false],
    ['lib/domain/bots/bot.schema.ts', 'lib/domain/listeners/listener.schema.ts', true],
    ['lib/domain/bots/bot.schema.ts', 'lib/domain/bots/bot.rules.ts', false],
    ['lib/domain/bots/bot.rules.ts', 'lib/domain/bots/bot.store.ts', false],
    ['lib/domain/bots/bot.rules.ts', 'lib/ports/bus.ts', false],
    ['lib/domain/bots/bot.store.ts', 'lib/domain/bots/bot.service.ts', false],
    ['lib/domain/bots/bot.service.ts', 'lib/domain/bots/bot.table.ts', false],
    ['lib/domain/bots/bot.service.ts', '@aws-sdk/lib-dynamodb', false],
    ['lib/domain/bots/bot.service.ts', 'lib/local/bus.ts', false],
    ['lib/domain/executions/lanes/lane.rules.ts', 'lib/domain/bots/bot.store.ts', false],
    ['lib/engine/run.ts', 'lib/aws/bus.ts', false],
    ['lib/engine/run.ts', '@aws-sdk/lib-dynamodb', false],
    ['lib/aws/bus.ts', 'lib/local/bus.ts', false],
    ['lib/local/bus.ts', 'lib/engine/run.ts', false],
    ['lib/stack/tables.ts', 'lib/domain/bots/bot.table.ts', false],
    ['lambdas/deps/database.ts', 'lib/stack/tables.ts', false],
    ['web/src/main.tsx', 'lib/domain/bots/bot.service.ts', false],
    ['web/src/main.tsx', 'lib/ports/bus.ts', false],
    ['web/src/main.tsx', 'lib/engine/structure.ts', true],
    ['web/src/main.tsx', 'lib/engine/run.ts', false],
    ['web/src/main.tsx', 'lambdas/deps/database.ts', false],
    ['web/src/main.tsx', 'node:fs', false],
    ['web/src/main.tsx', 'react', true],
    ['web/src/pages/bots/editor/document/edit.ts', 'react', false],
    ['bin/local.ts', 'lib/local/bus.ts', true],
    ['bin/local.ts', 'test/shape.test.ts', false],
  ])('lets %s import %s: %s', (path, target, verdict) => {
    expect(mayImport(path, target)).toBe(verdict);
  });
});

describe('the dependencies of files', () => {
  it('follow the table of allowed imports', () => {
    const violations = findViolations(production, ({ path, imports }) =>
      imports
        .filter(({ target }) => !mayImport(path, target))
        .map(({ target }) => target)
        .join(),
    );
    expect(violations).toEqual([]);
  });

  it('form no circles of areas, not even through types and schemas', () => {
    const importMap = importsByArea();
    const circles = [...importMap].flatMap(([area, targets]) => {
      // A set is iterated in order of insertion, so areas added meanwhile are visited as well.
      for (const target of targets)
        for (const next of importMap.get(target) ?? []) targets.add(next);
      return targets.has(area) ? [area] : [];
    });
    expect(circles).toEqual([]);
  });

  it('never lead from product code to bin or tests', () => {
    const violations = findViolations(production, ({ path, imports }) =>
      imports.some(({ target }) => /^(test|bin)\//.test(target) && !path.startsWith('bin/')),
    );
    expect(violations).toEqual([]);
  });

  it('include adapters only in the composition roots', () => {
    // A port `model` may have its adapter in `models.ts`, or in a folder of its name.
    const nounOf = (name = '') => name.replace(/s?(\.ts)?$/, '');
    const ports = new Set(readdirSync('lib/ports').map(nounOf));
    const isAdapter = (target: string) =>
      ports.has(nounOf(/^lib\/(?:aws|local)\/([^/]+)/.exec(target)?.[1]));
    const examples = ['lib/aws/models.ts', 'lib/local/runner/runner.ts', 'lib/local/bus.ts'];
    expect(examples.filter((target) => !isAdapter(target))).toEqual([]);
    const isRoot = (path: string) => /^(lambdas\/deps|bin)\//.test(path);
    const violations = findViolations(production, ({ path, imports }) => {
      const ownFolder = /^lib\/(aws|local)\//.exec(path)?.[0] ?? 'none';
      const isForeign = (target: string) => isAdapter(target) && !target.startsWith(ownFolder);
      return !isRoot(path) && imports.some(({ target }) => isForeign(target));
    });
    expect(violations).toEqual([]);
  });

  it('never lead from one page of the console to another', () => {
    const areaOf = (path: string) => /^web\/src\/pages\/([^/]+)\//.exec(path)?.[1];
    const violations = findViolations(production, ({ path, imports }) => {
      const area = areaOf(path);
      const isOtherPage = ({ target }: { target: string }) =>
        areaOf(target) && areaOf(target) !== area;
      return area !== undefined && imports.some(isOtherPage);
    });
    expect(violations).toEqual([]);
  });

  it('never lead from a shared component of the console to a page', () => {
    const violations = findViolations(production, ({ path, imports }) => {
      const isShared = /^web\/src\/(api|components)\//.test(path);
      return isShared && imports.some(({ target }) => target.startsWith('web/src/pages/'));
    });
    expect(violations).toEqual([]);
  });

  it('include no server modules in the browser', () => {
    const console = production.filter(({ path }) => path.startsWith('web/src/'));
    const violations = findViolations(loadedFilesOf(console, production), ({ imports }) =>
      imports
        .filter(({ target, isType }) => !isType && /^(node:|@aws-sdk\/)/.test(target))
        .map(({ target }) => target)
        .join(),
    );
    expect(violations).toEqual([]);
  });

  it('include no addresses of pages except in lib/pages.ts', () => {
    const violations = findViolations(production, ({ path, text }) => {
      const isRuled = path.startsWith('web/src/') || path === 'lib/commands.ts';
      return isRuled && /['"`}]#\/[\w$]|\b(navigate\(|to=|to=\{|to: )['"`]\//.test(text);
    });
    expect(violations).toEqual([]);
  });

  it('include charts in one folder only, and never Highcharts', () => {
    const chart = /^(highcharts|@cloudscape-design\/(chart-components|components\/\S+-chart\b))/;
    const violations = findViolations(production, ({ path, imports }) =>
      imports.some(({ target }) => chart.test(target) && !path.startsWith('web/src/charts/')),
    );
    expect(violations).toEqual([]);
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/node_modules\/highcharts"/);
  });

  it('include zod only as a namespace, which allows tree shaking', () => {
    const violations = findViolations(allSources, ({ text }) =>
      /^import (type )?(\{[^}]*\}|z) from 'zod'/m.test(text),
    );
    expect(violations).toEqual([]);
  });
});

describe('names', () => {
  it('of files contain no vague words such as utils', () => {
    const empty = /^(utils?|helpers?|commons?|misc|shared|types?|constants?|managers?|base)$/;
    const violations = findViolations(allSources, ({ path }) =>
      path
        .split(/[/.-]/)
        .filter((word) => empty.test(word))
        .join(),
    );
    expect(violations).toEqual([]);
  });

  it('of code that is loaded at first use contain "lazy"', () => {
    const declaration = /^(?:export )?const (?!lazy)\w+ = lazy(?:Part|Dialog|Extra)?[<(]/im;
    const unnamed = production.filter(({ path }) => !basename(path).includes('lazy'));
    expect(findViolations(unnamed, ({ text }) => declaration.exec(text)?.[0])).toEqual([]);
  });

  it('lead to modules directly, without barrels', () => {
    const isBarrel = ({ path, text }: Source) =>
      /(^|\/)index\.[a-z]+$/.test(path) || /^export \* (as \w+ )?from/m.test(text);
    expect(findViolations(production, isBarrel)).toEqual([]);
  });
});

describe('comments', () => {
  it('do not cite numbered specifications', () => {
    const violations = findViolations(allSources, ({ lines }) =>
      lines.flatMap((line, at) => (/\bspecs? \d/i.test(line) ? [at + 1] : [])).join(),
    );
    expect(violations).toEqual([]);
  });
});

describe('inputs from outside', () => {
  it('include the environment only in the composition roots', () => {
    const violations = findViolations(production, ({ path, text }) => {
      const isRoot = /^(bin\/|lib\/aws\/|lambdas\/deps\/|agent\/main\.ts$)/.test(path);
      return !isRoot && /\bprocess\.env\b|\bimport\.meta\.env\b/.test(text);
    });
    expect(violations).toEqual([]);
  });

  it('include the time only as a clock that is passed in', () => {
    const ruled = production.filter(({ path }) => /^lib\/(kernel|domain|engine)\//.test(path));
    const violations = findViolations(ruled, ({ text }) =>
      /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/.test(text),
    );
    expect(violations).toEqual([]);
  });
});

describe('models', () => {
  it('are called as objects of a provider, never by name through a gateway', () => {
    const loads = ({ imports }: Source) => imports.some(({ target }) => target === 'ai');
    const callers = production.filter(loads);
    expect(callers.map(({ path }) => path)).toEqual(['lib/engine/models/sdk-turn.ts']);
    const modelByName = /\bmodel:\s*(['"`]|\w+\.model\.name)|\bas LanguageModel\b|\bgateway\b/;
    // Comments may mention one.
    const code = ({ text }: Source) => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    expect(findViolations(callers, (one) => modelByName.test(code(one)))).toEqual([]);
  });
});

describe('sizes', () => {
  const sizes = production.map(({ lines }) => lines.length).sort((a, b) => a - b);
  const share = (fraction: number) => sizes[Math.floor(sizes.length * fraction)] ?? 0;

  it('of files: half up to 60 lines, nine of ten up to 200, none above 300', () => {
    expect(share(0.5)).toBeLessThanOrEqual(60);
    expect(share(0.9)).toBeLessThanOrEqual(200);
    const tooLong = ({ lines }: Source) => lines.length > 300 && `${lines.length} lines`;
    expect(findViolations(production, tooLong)).toEqual([]);
  });

  it('of lines: up to 100 columns', () => {
    const violations = findViolations(production, ({ lines }) =>
      lines.flatMap((line, at) => (Array.from(line).length > 100 ? [at + 1] : [])).join(),
    );
    expect(violations).toEqual([]);
  });

  it('of functions: up to 80 lines, without `any` and default exports', () => {
    const folder = mkdtempSync(join(tmpdir(), 'shape-'));
    const config = join(folder, 'rules.json');
    const rules = {
      'max-lines-per-function': ['error', { max: 80 }],
      'typescript/no-explicit-any': 'error',
      'import/no-default-export': 'error',
    };
    const plugins = ['typescript', 'import'];
    writeFileSync(config, JSON.stringify({ plugins, categories: { correctness: 'off' }, rules }));
    const folders = ['agent', 'lib', 'bin', 'lambdas', 'web/src'];
    const linter = join('node_modules', 'oxlint', 'bin', 'oxlint');
    const args = [linter, '-c', config, '--disable-nested-config', '-f', 'unix', ...folders];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe('');
    // A .d.ts file must declare the default export of its module, so that report is allowed.
    const problems = stdout.split('\n').filter((line) => /^\S+:\d+:\d+: /.test(line));
    expect(problems.filter((line) => !/^\S+\.d\.ts:.*no-default-export/.test(line))).toEqual([]);
  });
});
