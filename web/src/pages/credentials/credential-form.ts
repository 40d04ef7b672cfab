import type * as z from 'zod';
import {
  isKept,
  problemWithFields,
  problemWithKeptSecret,
  problemWithSecret,
} from '#lib/domain/credentials/credential.rules.ts';
import {
  type CredentialView,
  newCredential,
  type NewCredential,
} from '#lib/domain/credentials/credential.schema.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';

export type CredentialInput = z.input<typeof newCredential>;
export type CredentialForm = ZodForm<CredentialInput, NewCredential>;

const problemsOf = (before: CredentialView | undefined, value: NewCredential) => {
  const { kind, secret } = value;
  // Hosts that the schema refused are no texts here.
  const hosts = value.hosts.filter((host) => typeof host === 'string');
  const keeps = before !== undefined && isKept(secret);
  const problem = keeps ? problemWithKeptSecret(before, hosts) : problemWithSecret(kind, secret);
  return [problemWithFields(kind, value), problem].filter((one) => one !== undefined);
};

/** The area's schema with the rules that its service adds; a kept secret is a blank one. */
const credentialSchema = (before?: CredentialView) =>
  newCredential.superRefine(
    (value, context) => {
      for (const { field, error } of problemsOf(before, value)) {
        context.addIssue({ code: 'custom', path: [field], message: error });
      }
    },
    // Beside whatever else is wrong: people hear of everything at once.
    { when: () => true },
  );

const initialOf = (before: CredentialView | undefined): CredentialInput => {
  if (!before) return { name: '', kind: 'bearer', hosts: [''], secret: '' };
  const { name, kind, hosts, username, header_name, param_name } = before;
  return { name, kind, hosts, username, header_name, param_name, secret: '' };
};

/** The form of a new credential, or of an existing one. */
export const useCredentialForm = (before: CredentialView | undefined): CredentialForm =>
  useZodForm(credentialSchema(before), initialOf(before));
