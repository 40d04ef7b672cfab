import type { UserView } from '#lib/domain/users/user.schema.ts';

/** The roles that apply to a user, by name. */
export const rolesText = ({ userType, defaultRole, role_names }: UserView): string => {
  if (userType === 'ROOT') return 'All permissions';
  if (defaultRole) return `Default role: ${defaultRole}`;
  return role_names.join(', ') || '-';
};

export const phoneText = ({ country_code, phone }: UserView): string =>
  phone ? `${country_code ?? ''} ${phone}`.trim() : '-';
