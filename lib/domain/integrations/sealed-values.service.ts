import { badRequest } from '#lib/kernel/refusal.ts';
import * as z from 'zod';
import type { Secrets } from '#lib/ports/secrets.ts';
import type { IntegrationType } from './catalogue-entry.schema.ts';
import type { Integration } from './integration.schema.ts';
import { mergedValues, problemWithKept, splitValues } from './sealed-values.rules.ts';
import { hostsOf, secretFieldsOf } from './call.rules.ts';
import { withDefaults } from './form.rules.ts';
import { problemsWithValues } from './value.rules.ts';

const opened = z.record(z.string(), z.string());

type Stored = Pick<Integration, 'values' | 'sealed_values' | 'secret_names' | 'hosts'>;

/** The secrets of an integration, in the clear. Throws CannotOpen where their key is gone. */
export const openValues = async (
  secrets: Secrets,
  { tenant_id, sealed_values }: Pick<Integration, 'tenant_id' | 'sealed_values'>,
): Promise<Record<string, string>> => {
  if (sealed_values === undefined) return {};
  return opened.parse(JSON.parse(await secrets.open(tenant_id, sealed_values)));
};

/**
 * What was entered into the form, checked and with its secrets sealed, over what there is. Refuses
 * with the field that is wrong, and a kept secret that would go to a further host.
 */
export const sealedValues = async (
  { secrets }: { secrets: Secrets },
  tenantId: string,
  type: IntegrationType,
  { entered, before }: { entered: Record<string, string>; before?: Integration },
): Promise<Stored> => {
  const known = before && { ...before.values, ...(await openValues(secrets, before)) };
  const all = mergedValues(entered, known, new Set(before?.secret_names));
  const [problem] = problemsWithValues(type, all);
  if (problem) throw badRequest(problem.error, { field: problem.field });
  const values = withDefaults(type.form, all);
  const { open, secret } = splitValues(values, new Set(secretFieldsOf(type, values)));
  const hosts = hostsOf(type, values);
  const secret_names = Object.keys(secret);
  const stored = { names: secret_names, hosts, values: open };
  const kept = before && problemWithKept({ entered, before, ...stored });
  if (kept) throw badRequest(kept.error, { field: kept.field });
  const sealed_values =
    secret_names.length === 0 ? undefined : await secrets.seal(tenantId, JSON.stringify(secret));
  return { values: open, sealed_values, secret_names, hosts };
};
