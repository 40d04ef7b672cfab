import { type FindingTransition, findingTransitionName } from '#lib/kernel/findings.ts';
import type { Files } from '#lib/ports/files.ts';
import { type Finding, finding } from './finding.schema.ts';
import type { FindingEvent } from './finding-event.rules.ts';

/** Identifies the file with the findings of one rule at one scan. */
export type FindingsRef = {
  tenant_id: string;
  integration_id: string;
  rule_id: string;
  scan_id: string;
};

const keyOf = ({ tenant_id, integration_id, rule_id, scan_id }: FindingsRef): string =>
  `${tenant_id}/compliance/${integration_id}/${rule_id}/${scan_id}.ndjson.gz`;

export const writeFindings = (
  files: Pick<Files, 'put'>,
  at: FindingsRef,
  findings: readonly Finding[],
): Promise<void> =>
  files.put(keyOf(at), findings.map((one) => `${JSON.stringify(one)}\n`).join(''));

/** Copies the findings of another scan. */
export const copyFindings = async (
  files: Pick<Files, 'get' | 'put'>,
  from: FindingsRef,
  to: FindingsRef,
): Promise<void> => files.put(keyOf(to), (await files.get(keyOf(from))) ?? '');

/**
 * The findings starting at a place in the file, each with the place after it, so that reading in
 * parts parses each only once. Empty if the file was deleted.
 */
export async function* readFindingsFrom(
  files: Pick<Files, 'get'>,
  at: FindingsRef,
  from: number,
): AsyncGenerator<{ finding: Finding; after: number }> {
  const text = (await files.get(keyOf(at))) ?? '';
  for (let start = from; start < text.length;) {
    const end = text.indexOf('\n', start);
    const after = end === -1 ? text.length : end + 1;
    yield { finding: finding.parse(JSON.parse(text.slice(start, after))), after };
    start = after;
  }
}

/** The findings in the order of the rule's rows; empty if the file was deleted. */
export const readFindings = async (
  files: Pick<Files, 'get'>,
  at: FindingsRef,
): Promise<Finding[]> => {
  const text = (await files.get(keyOf(at))) ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => finding.parse(JSON.parse(line)));
};

/** The resource at the start of a line, where `writeFindings` puts it. */
const resourceIn = (line: string): string | undefined => {
  const [, text] = /^\{"resource":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  return text === undefined ? undefined : JSON.parse(text);
};

/** The findings about these resources; other lines are not parsed. */
export const readFindingsOf = async (
  files: Pick<Files, 'get'>,
  at: FindingsRef,
  resources: { has(resource: string): boolean },
): Promise<Finding[]> => {
  const text = (await files.get(keyOf(at))) ?? '';
  const found: Finding[] = [];
  for (const line of text.split('\n')) {
    const resource = resourceIn(line);
    if (resource !== undefined && resources.has(resource)) {
      found.push(finding.parse(JSON.parse(line)));
    }
  }
  return found;
};

export const removeFindings = (files: Pick<Files, 'remove'>, at: FindingsRef): Promise<void> =>
  files.remove(keyOf(at));

const eventKey = (
  { tenant_id, integration_id, rule_id, scan_id }: FindingsRef,
  found: FindingTransition,
): string => {
  const name = `${scan_id}.${findingTransitionName(found)}.json`;
  return `${tenant_id}/compliance/${integration_id}/${rule_id}/${name}`;
};

/** Stores the event for runs that these findings start; it is kept longer than the findings. */
export const writeFindingEvent = (
  files: Pick<Files, 'put'>,
  at: FindingsRef,
  event: FindingEvent,
): Promise<void> => files.put(eventKey(at, event), JSON.stringify(event));

/** The stored event, as text. */
export const readFindingEvent = (
  files: Pick<Files, 'get'>,
  at: FindingsRef,
  found: FindingTransition,
): Promise<string | undefined> => files.get(eventKey(at, found));

export const removeFindingEvent = (
  files: Pick<Files, 'remove'>,
  at: FindingsRef,
  found: FindingTransition,
): Promise<void> => files.remove(eventKey(at, found));
