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

/** Full access alone is said of ROOT only: what others may do is up to their roles. */
export const accessName = ({
  readOnly,
  userType,
}: Pick<UserView, 'readOnly' | 'userType'>): string => {
  if (readOnly) return 'Read Only';
  return userType === 'ROOT' ? 'Full Access' : 'Full Access within roles';
};
