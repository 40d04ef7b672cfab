import { faultIn } from '#lib/domain/roles/conflict.rules.ts';
import {
  newRole,
  type Permission,
  policies,
  roleChange,
  type RoleView,
} from '#lib/domain/roles/role.schema.ts';
import type { Policies } from '#lib/kernel/caller.ts';
import { useZodForm, type ZodForm } from '#web/components/use-zod-form.ts';
import { choiceOf } from './policy-choice.ts';

export type RoleInput = { name: string; description: string; policies: Policies };
export type RoleForm = ZodForm<RoleInput, RoleInput>;

/** The area's schema with the rule that its service adds. */
const schemaOf = (schema: typeof newRole | typeof roleChange, all: readonly Permission[]) =>
  schema.extend({ policies }).superRefine(
    (value, context) => {
      const fault = faultIn(value.policies, all);
      if (fault) context.addIssue({ code: 'custom', path: ['policies'], message: fault.error });
    },
    // Checked together with the other fields, so that all errors are shown at once.
    { when: () => true },
  );

const emptyRole: RoleInput = { name: '', description: '', policies: { ALLOW: {}, DENY: {} } };

export const useNewRoleForm = (all: readonly Permission[]): RoleForm =>
  useZodForm(schemaOf(newRole, all), emptyRole);

export const useRoleChangeForm = (role: RoleView, all: readonly Permission[]): RoleForm =>
  useZodForm(schemaOf(roleChange, all), {
    name: role.name,
    description: role.description,
    policies: choiceOf(role.policies, all),
  });
