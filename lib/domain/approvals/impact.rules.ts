import * as z from 'zod';
import type { Approval, ApprovalResource } from './approval.schema.ts';
import type { Impact, NamedResource, Share } from './impact.schema.ts';

/** How many values of each kind are shown. */
const maxShares = 50;

const sharesOf = (values: readonly string[]): Share[] => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, maxShares);
};

/** A number, or a text that is not blank. */
const plainValue = z.union([z.string().trim().min(1), z.number().transform(String)]);

const firstTextOf = (...candidates: readonly unknown[]): string[] => {
  const first = candidates
    .map((one) => plainValue.safeParse(one).data)
    .find((one) => one !== undefined);
  return first === undefined ? [] : [first.slice(0, 200)];
};

/** `arn:partition:service:region:account:resource`; the region of global resources is empty. */
const arnOf = ({ id, arn }: ApprovalResource): { region?: string; account?: string } => {
  const text = [arn, id].find((one) => typeof one === 'string' && one.startsWith('arn:'));
  const [, , , region, account] = typeof text === 'string' ? text.split(':', 6) : [];
  return { ...(region && { region }), ...(account && { account }) };
};

/** The account ids of a resource: the fields that inventories and clouds use, and its ARN. */
const accountsOf = (resource: ApprovalResource) => {
  const { account_id, account_uid, account, accountId } = resource;
  return firstTextOf(account_id, account_uid, account, accountId, arnOf(resource).account);
};

/** If no resource names its account: the accounts of the next nodes, each with all resources. */
const nextNodeAccounts = ({ resources, next_nodes = [] }: ComparedApproval): Share[] =>
  [...new Set(next_nodes.flatMap(({ account }) => account ?? []))].map((value) => ({
    value,
    count: resources.length,
  }));

const regionsOf = (resource: ApprovalResource) =>
  firstTextOf(resource.region, arnOf(resource).region);

const tagText = (name: unknown, value: unknown): string[] => {
  const [key] = firstTextOf(name);
  const [text] = firstTextOf(value);
  if (key === undefined) return [];
  return [text === undefined ? key : `${key}=${text}`];
};

const tagPair = z.object({ Key: z.unknown(), Value: z.unknown() });
const lowercaseTagPair = z
  .object({ key: z.unknown(), value: z.unknown() })
  .transform(({ key, value }) => ({ Key: key, Value: value }));
const entry = z.union([
  plainValue.transform((text) => ({ Key: text, Value: undefined })),
  tagPair,
  lowercaseTagPair,
]);
const tagList = z.array(entry);
const tagRecord = z.record(z.string(), z.unknown());

/** Reads tags given as a list of names, a list of AWS `Key`/`Value` pairs, or an object. */
const tagsOf = ({ tags }: ApprovalResource): string[] => {
  const listed = tagList.safeParse(tags).data;
  if (listed) return [...new Set(listed.flatMap(({ Key, Value }) => tagText(Key, Value)))];
  const record = tagRecord.safeParse(tags).data ?? {};
  return Object.entries(record).flatMap(([name, value]) => tagText(name, value));
};

type ComparedApproval = Pick<
  Approval,
  '_id' | 'requested_on' | 'resources' | 'fingerprints' | 'next_nodes'
>;

const nameOf = ({ id, name }: NamedResource): NamedResource => ({
  id,
  ...(name !== undefined && { name }),
});

const fingerprintsOf = ({
  resources,
  fingerprints,
}: ComparedApproval): Map<string, string | undefined> =>
  new Map(resources.map(({ id }, at) => [id, fingerprints[at]]));

/** Names of the next nodes that were not next before, or that would have done something else. */
const changedNextNodes = (approval: ComparedApproval, previous: ComparedApproval): string[] => {
  const earlier = new Map(previous.next_nodes?.map(({ name, would }) => [name, would]));
  return (approval.next_nodes ?? [])
    .filter(({ name, would }) => !earlier.has(name) || earlier.get(name) !== would)
    .map(({ name }) => name);
};

/** The differences from the previous approval; fingerprints show which resources have changed. */
const differenceOf = (
  approval: ComparedApproval,
  previous: ComparedApproval,
): Impact['since_last_run'] => {
  const [current, earlier] = [fingerprintsOf(approval), fingerprintsOf(previous)];
  const differs = ({ id }: NamedResource) => earlier.has(id) && earlier.get(id) !== current.get(id);
  return {
    approval_id: previous._id,
    requested_on: previous.requested_on,
    added: approval.resources.filter(({ id }) => !earlier.has(id)).map(nameOf),
    changed: approval.resources.filter(differs).map(nameOf),
    gone: previous.resources.filter(({ id }) => !current.has(id)).map(nameOf),
    next_nodes: changedNextNodes(approval, previous),
  };
};

/** The impact of an approval in numbers, and compared with the previous approval of its node. */
export const impactOf = (
  approval: ComparedApproval & Pick<Approval, 'resources_total'>,
  previous: ComparedApproval | undefined,
): Impact => {
  const { resources, resources_total: total } = approval;
  const count = resources.length;
  const accounts = sharesOf(resources.flatMap(accountsOf));
  return {
    count,
    ...(total !== undefined && total >= count && { excluded: total - count }),
    accounts: accounts.length > 0 ? accounts : nextNodeAccounts(approval),
    regions: sharesOf(resources.flatMap(regionsOf)),
    tags: sharesOf(resources.flatMap(tagsOf)),
    ...(previous && { since_last_run: differenceOf(approval, previous) }),
  };
};
