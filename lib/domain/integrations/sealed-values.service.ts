import { X509Certificate } from 'node:crypto';
import { badRequest } from '#lib/kernel/refusal.ts';
import * as z from 'zod';
import type { Secrets } from '#lib/ports/secrets.ts';
import type { IntegrationType } from './catalogue-entry.schema.ts';
import type { Integration } from './integration.schema.ts';
import { keptSecretProblem, mergeValues, splitValues } from './sealed-values.rules.ts';
import { hostsOf, secretFieldsOf } from './call.rules.ts';
import { activeFields, valueOf, withDefaults } from './form.rules.ts';
import { type FieldProblem, problemsWithValues } from './value.rules.ts';

const openedValues = z.record(z.string(), z.string());

type Stored = Pick<Integration, 'values' | 'sealed_values' | 'secret_names' | 'hosts'>;

type ValueInput = {
  entered: Record<string, string>;
  before?: Integration;
  /** The fields to delete, since a secret that is left blank is kept. */
  removed?: readonly string[];
};

/** The secrets of an integration in plain text. Throws CannotOpen if their key is gone. */
export const openValues = async (
  secrets: Secrets,
  { tenant_id, sealed_values }: Pick<Integration, 'tenant_id' | 'sealed_values'>,
): Promise<Record<string, string>> => {
  if (sealed_values === undefined) return {};
  return openedValues.parse(JSON.parse(await secrets.open(tenant_id, sealed_values)));
};

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
};

/** Certificates that cannot be parsed; the form's rules run in browsers and cannot check that. */
const certificateProblems = (
  { form }: Pick<IntegrationType, 'form'>,
  values: Record<string, string>,
): FieldProblem[] =>
  activeFields(form, values).flatMap((field) => {
    const text = field.rule === 'certificates' ? valueOf(field, values) : '';
    const all = text.match(certificate) ?? [];
    const at = all.findIndex((pem) => !isCertificate(pem));
    if (at < 0) return [];
    const label = all.length === 1 ? field.label : `Certificate ${at + 1} of ${field.label}`;
    const error = `${label} cannot be read. Paste the complete certificate.`;
    return [{ field: field.name, error }];
  });

/**
 * Validates the input, merges it into the stored values and seals the secrets. Throws 400 with the
 * field that is invalid, or whose stored secret would be sent to an additional host.
 */
export const sealValues = async (
  { secrets }: { secrets: Secrets },
  tenantId: string,
  type: IntegrationType,
  { entered, before, removed = [] }: ValueInput,
): Promise<Stored> => {
  const stored = before && { ...before.values, ...(await openValues(secrets, before)) };
  const remaining = Object.entries(stored ?? {}).filter(([name]) => !removed.includes(name));
  const all = mergeValues(entered, Object.fromEntries(remaining), new Set(before?.secret_names));
  const [problem] = [...problemsWithValues(type, all), ...certificateProblems(type, all)];
  if (problem) throw badRequest(problem.error, { field: problem.field });
  const values = withDefaults(type.form, all);
  const { open, secret } = splitValues(values, new Set(secretFieldsOf(type, values)));
  const hosts = hostsOf(type, values);
  const secret_names = Object.keys(secret);
  const next = { names: secret_names, hosts, values: open };
  const secretProblem = before && keptSecretProblem({ entered, before, ...next });
  if (secretProblem) throw badRequest(secretProblem.error, { field: secretProblem.field });
  const sealed_values =
    secret_names.length === 0 ? undefined : await secrets.seal(tenantId, JSON.stringify(secret));
  return { values: open, sealed_values, secret_names, hosts };
};
