import type {
  AccountFindings,
  AwsFindings,
  FindingService,
  SeverityCounts,
} from '#lib/domain/dashboards/sources/aws-findings.schema.ts';
import {
  type AwsReader,
  AwsReadError,
  type OpenAwsReader,
} from '#lib/domain/integrations/aws/service-read.schema.ts';
import type { Integration } from '#lib/domain/integrations/integration.schema.ts';
import { forEachInBatches } from '#lib/kernel/in-batches.ts';
import type { Clock } from '#lib/kernel/clock.ts';
import { CannotCollect } from '#lib/ports/collector.ts';
import { readErrorSentence, regionsCall, regionsOf } from './collectors/aws/account.ts';
import { isItem } from './collectors/aws/row.ts';
import { services } from './collectors/aws/services.ts';
import { permissionOf, type ReadCall } from './collectors/aws/table.ts';

/** An answer is reused for so long (ms): people reload pages, and findings change slowly. */
const answerAge = 5 * 60_000;
const maxCachedAnswers = 200;

const regionsAtOnce = 6;
/** The time limit (ms) for one account; a person waits for the page. */
const accountTimeout = 15_000;
/** The most findings of Security Hub that are counted in a region; it has no counts of its own. */
const maxFindingsCounted = 2000;
const perPage = 100;

const zeroCounts = (): SeverityCounts => ({ CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 });

const detectors: ReadCall = { service: services.guardduty, operation: 'ListDetectors' };
const statistics: ReadCall = { service: services.guardduty, operation: 'GetFindingsStatistics' };
const findingsCall: ReadCall = {
  service: services.securityhub,
  operation: 'GetFindings',
  // The error of a region in which Security Hub is not enabled.
  notFoundPattern: /^InvalidAccess|is not subscribed to AWS Security Hub/,
};

/** A severity of GuardDuty, from 1 to 10, under its name in the console of GuardDuty. */
const severityOf = (value: number): keyof SeverityCounts => {
  if (value >= 9) return 'CRITICAL';
  if (value >= 7) return 'HIGH';
  return value >= 4 ? 'MEDIUM' : 'LOW';
};

type Reading = { reader: AwsReader; region: string; counts: SeverityCounts };

const isServiceDisabled = (
  error: unknown,
  { notFoundPattern: disabledPattern }: ReadCall,
): boolean =>
  error instanceof AwsReadError &&
  disabledPattern?.test(`${error.code}: ${error.message}`) === true;

const listIn = (page: unknown, name: string): unknown[] => {
  const value = isItem(page) ? page[name] : undefined;
  return Array.isArray(value) ? value : [];
};

const countGuardDuty = async ({ reader, region, counts }: Reading): Promise<void> => {
  for await (const page of reader.pages({ ...detectors, region, parameters: {} })) {
    for (const DetectorId of listIn(page, 'DetectorIds')) {
      const parameters = {
        DetectorId,
        FindingStatisticTypes: ['COUNT_BY_SEVERITY'],
        FindingCriteria: { Criterion: { 'service.archived': { Eq: ['false'] } } },
      };
      for await (const answer of reader.pages({ ...statistics, region, parameters })) {
        const found = isItem(answer) ? answer.FindingStatistics : undefined;
        const bySeverity = isItem(found) ? found.CountBySeverity : undefined;
        for (const [severity, count] of Object.entries(isItem(bySeverity) ? bySeverity : {})) {
          counts[severityOf(Number(severity))] += Number(count);
        }
      }
    }
  }
};

const labels: Readonly<Record<string, keyof SeverityCounts>> = {
  CRITICAL: 'CRITICAL',
  HIGH: 'HIGH',
  MEDIUM: 'MEDIUM',
  LOW: 'LOW',
  INFORMATIONAL: 'INFO',
};

const openWorkflowStates = [
  { Comparison: 'EQUALS', Value: 'NEW' },
  { Comparison: 'EQUALS', Value: 'NOTIFIED' },
];

/** Returns false where not all findings were counted. */
const countSecurityHub = async ({ reader, region, counts }: Reading): Promise<boolean> => {
  const parameters = {
    Filters: {
      RecordState: [{ Comparison: 'EQUALS', Value: 'ACTIVE' }],
      WorkflowStatus: openWorkflowStates,
    },
    MaxResults: perPage,
  };
  let findingCount = 0;
  for await (const page of reader.pages({ ...findingsCall, region, parameters })) {
    for (const one of listIn(page, 'Findings')) {
      const severity = isItem(one) && isItem(one.Severity) ? String(one.Severity.Label) : '';
      const label = labels[severity];
      if (label) counts[label] += 1;
      findingCount += 1;
    }
    if (findingCount >= maxFindingsCounted) return false;
  }
  return true;
};

const serviceReaders = {
  guardduty: { calls: [detectors, statistics], count: countGuardDuty },
  securityhub: { calls: [findingsCall], count: countSecurityHub },
} as const satisfies Record<FindingService, { calls: ReadCall[]; count: unknown }>;

/** The session policy for counting: it permits only its calls, and the list of regions. */
export const findingsPolicy = (service: FindingService): string => {
  const Action = [regionsCall, ...serviceReaders[service].calls].map(permissionOf).toSorted();
  const Statement = [{ Effect: 'Allow', Action, Resource: '*' }];
  return JSON.stringify({ Version: '2012-10-17', Statement });
};

const problemOf = (error: unknown, call: ReadCall): string => {
  if (error instanceof AwsReadError) return readErrorSentence(error, call);
  if (error instanceof CannotCollect) return error.message;
  throw error;
};

/** Counts in all regions; notes say which are missing. If all failed, returns the first reason. */
const countRegions = async (
  reader: AwsReader,
  home: string,
  service: FindingService,
): Promise<AccountFindings> => {
  const { calls, count } = serviceReaders[service];
  const counts = zeroCounts();
  const problems: string[] = [];
  let isTruncated = false;
  const regions = await regionsOf(reader, home);
  await forEachInBatches(regions, regionsAtOnce, async (region) => {
    const regionCounts = zeroCounts();
    try {
      const isComplete = await count({ reader, region, counts: regionCounts });
      isTruncated ||= isComplete === false;
    } catch (error) {
      if (!isServiceDisabled(error, calls[0])) problems.push(problemOf(error, calls[0]));
    }
    for (const [name, number] of Object.entries(regionCounts)) {
      counts[name as keyof SeverityCounts] += number;
    }
  });
  const [first] = problems;
  if (first !== undefined && problems.length === regions.length) return { problem: first };
  const notes = [
    ...(first === undefined ? [] : [`${problems.length} regions are not included. ${first}`]),
    ...(isTruncated
      ? [`Only the first ${maxFindingsCounted} findings of each region are counted.`]
      : []),
  ];
  return { counts, ...(notes.length > 0 && { notes }) };
};

const readFindings = async (
  openReader: OpenAwsReader,
  { values, tenant_id, _id: accountId }: Integration,
  service: FindingService,
): Promise<AccountFindings> => {
  const { role_arn = '', external_id = '', region = '' } = values;
  const signal = AbortSignal.timeout(accountTimeout);
  const session = {
    owner: { tenant_id, accountId },
    role: { role_arn, external_id },
    session: 'cloudwarden-dashboard',
    policy: findingsPolicy(service),
    sharers: () => 1,
    signal,
  };
  const reader = await openReader(session);
  try {
    return await countRegions(reader, region, service);
  } catch (error) {
    if (signal.aborted) return { problem: 'The account did not answer in time. Try again.' };
    return { problem: problemOf(error, regionsCall) };
  } finally {
    reader.close();
  }
};

type CachedAnswer = { expiresAt: number; answer: Promise<AccountFindings> };

/** Counts findings in connected AWS accounts; an answer is reused for five minutes. */
export const awsFindings = (openReader: OpenAwsReader, clock: Clock): AwsFindings => {
  const cachedAnswers = new Map<string, CachedAnswer>();
  return (integration, service) => {
    const { tenant_id, _id, values } = integration;
    const key = [tenant_id, _id, values.role_arn, service].join('\n');
    const cached = cachedAnswers.get(key);
    if (cached && cached.expiresAt > clock()) return cached.answer;
    const [oldest] = cachedAnswers.keys();
    if (oldest !== undefined && cachedAnswers.size >= maxCachedAnswers)
      cachedAnswers.delete(oldest);
    const answer = readFindings(openReader, integration, service);
    cachedAnswers.set(key, { expiresAt: clock() + answerAge, answer });
    // After a defect or a failed answer, the next caller asks again.
    const forget = () =>
      void (cachedAnswers.get(key)?.answer === answer && cachedAnswers.delete(key));
    answer.then((found) => 'problem' in found && forget(), forget);
    return answer;
  };
};
