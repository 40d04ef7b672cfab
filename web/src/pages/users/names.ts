import type { UserType, UserView } from '#lib/domain/users/user.schema.ts';

/** What people read for each type, and what it means. */
export const userTypeNames: Record<UserType, { name: string; description: string }> = {
  ROOT: {
    name: 'ROOT',
    description: 'Does everything in the organisation, without any role.',
  },
  SUBUSER: { name: 'Sub-user', description: 'Does what their roles allow.' },
  SP_USER: {
    name: 'Service portal user',
    description: 'Uses the service portal, and answers what its runs ask.',
  },
};

export const accessName = ({ readOnly }: Pick<UserView, 'readOnly'>): string =>
  readOnly ? 'Read Only' : 'Full Access';

/** The roles that count for somebody, by name. */
export const rolesText = ({ userType, defaultRole, role_names }: UserView): string => {
  if (userType === 'ROOT') return 'All permissions';
  if (defaultRole) return `Default role: ${defaultRole}`;
  return role_names.join(', ') || '-';
};

export const phoneText = ({ country_code, phone }: UserView): string =>
  phone ? `${country_code ?? ''} ${phone}`.trim() : '-';

/** Where somebody is edited. */
export const editPath = (userId: string): string => `/users/${encodeURIComponent(userId)}`;
