import type { UserType, UserView } from '#lib/domain/users/user.schema.ts';

/** The names shown for each user type, and their descriptions. */
export const userTypeNames: Record<UserType, { name: string; description: string }> = {
  ROOT: {
    name: 'ROOT',
    description: 'Can do everything in the organisation, without any role.',
  },
  SUBUSER: { name: 'Sub-user', description: 'Can do what their roles allow.' },
  SP_USER: {
    name: 'Service portal user',
    description: 'Can use the service portal and answer what its runs ask.',
  },
};

/** `Full access` is shown for ROOT only: the access of other users depends on their roles. */
export const accessName = ({
  readOnly,
  userType,
}: Pick<UserView, 'readOnly' | 'userType'>): string => {
  if (readOnly) return 'Read Only';
  return userType === 'ROOT' ? 'Full Access' : 'Full Access within roles';
};
