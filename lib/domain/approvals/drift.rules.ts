import { canonicalJson } from '#lib/kernel/canonical-json.ts';
import { sha256 } from '#lib/kernel/ids.ts';
import {
  type ApprovalResource,
  approvalResource,
  type DriftedResource,
} from './approval.schema.ts';

/** SHA-256 (hex) of all fields of a resource, whatever their order. */
export const fingerprintOf = (resource: unknown): string => sha256(canonicalJson(resource));

/** A resource as it was when people were asked. */
export type ResourceFingerprint = Pick<ApprovalResource, 'id' | 'name'> & { fingerprint: string };

/** The members of a set by id; `several` marks an ambiguous id, which two or more members share. */
const membersOf = (
  currentMembers: readonly unknown[],
): Map<string, ApprovalResource | 'several'> => {
  const members = new Map<string, ApprovalResource | 'several'>();
  for (const one of currentMembers) {
    const parsed = approvalResource.safeParse(one);
    if (!parsed.success) continue;
    const { id } = parsed.data;
    members.set(id, members.has(id) ? 'several' : parsed.data);
  }
  return members;
};

/**
 * Compares an approved set with its current members: `resources` are unchanged, all others have
 * drifted. New members were not approved and are left out.
 */
export const driftOf = (
  fingerprints: readonly ResourceFingerprint[],
  approvedIds: readonly string[],
  currentMembers: readonly unknown[],
): { resources: ApprovalResource[]; drifted: DriftedResource[] } => {
  const approved = new Set(approvedIds);
  const members = membersOf(currentMembers);
  const resources: ApprovalResource[] = [];
  const drifted: DriftedResource[] = [];
  for (const { id, name, fingerprint: oldFingerprint } of fingerprints) {
    if (!approved.has(id)) continue;
    const member = members.get(id);
    if (member !== undefined && member !== 'several' && fingerprintOf(member) === oldFingerprint)
      resources.push(member);
    else
      drifted.push({ id, ...(name !== undefined && { name }), why: member ? 'changed' : 'gone' });
  }
  return { resources, drifted };
};
