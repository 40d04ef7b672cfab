import { readyMadeActions } from './domain/actions/ready-made.ts';
import {
  allEditions,
  type ComplianceType,
  complianceTypes,
} from './domain/compliance/benchmark.schema.ts';
import { type Coverage, coverageOf } from './domain/compliance/benchmarks.rules.ts';
import type { Rule } from './domain/compliance/rule.schema.ts';
import { rules } from './domain/compliance/rules.ts';
import { libraryBots } from './domain/library/library-bots.ts';
import { generatedNotice } from './reference.ts';

const clouds: Record<ComplianceType, string> = {
  aws: 'AWS',
  azure: 'Azure and Entra ID',
  gcp: 'Google Cloud',
  kubernetes: 'Kubernetes',
};

const fixes = new Map([...readyMadeActions, ...libraryBots].map(({ _id, name }) => [_id, name]));

const fixOf = ({ fix }: Rule): string => {
  if (fix === undefined) return '';
  return fixes.get('action' in fix ? fix.action : fix.library) ?? '';
};

const ruleLine = (rule: Rule): string =>
  `| \`${rule.rule_id}\` | ${rule.title} | ${rule.severity} | ${fixOf(rule)} |`;

const servicesOf = (type: ComplianceType): string[] => {
  const ofType = rules.filter(({ integration_type }) => integration_type === type);
  return [...Map.groupBy(ofType, ({ service }) => service)]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([service, ofService]) => [
      `### ${service}`,
      '',
      '| rule | compliant condition | severity | fix |',
      '|---|---|---|---|',
      ...ofService.map(ruleLine),
      '',
    ]);
};

const coverageLine = ({ integration_type, benchmark, version, covered, controls }: Coverage) =>
  `| ${clouds[integration_type]} | ${benchmark} | ${version} | ${covered} | ${controls ?? ''} |`;

/** Generates the page of compliance rules, with how much of each benchmark they cover. */
export const complianceReference = (): string =>
  [
    '# Compliance rules',
    '',
    generatedNotice,
    'A control may ask for more than its rules look at, and some controls only people can check: a',
    'benchmark whose rules are all kept is not a certificate. The total of a benchmark is left out',
    'where it is not counted one by one.',
    '',
    '## Benchmarks',
    '',
    '| cloud | benchmark | version | controls with rules | controls in all |',
    '|---|---|---|---|---|',
    ...coverageOf(allEditions, rules).map(coverageLine),
    '',
    ...complianceTypes.flatMap((type) => [`## ${clouds[type]}`, '', ...servicesOf(type)]),
  ].join('\n');
