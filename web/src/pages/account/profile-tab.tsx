import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCurrentUser } from '#web/app/session.ts';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { Sessions } from './sessions.tsx';
import { Settings } from './settings-fields.tsx';
import { TwoFactor } from './two-factor.tsx';

/** The user's profile, sign-in and preferences. */
export const ProfileTab = () => {
  const { data: user, error, refetch } = useCurrentUser();
  if (error && !user) return <LoadFailed error={error} subject="your profile" onRetry={refetch} />;
  if (!user) return <Loading text="Loading profile" />;
  return (
    <SpaceBetween size="l">
      <ProfileForm key={user._id} user={user} />
      <Settings />
      <PasswordForm />
      <TwoFactor email={user._id} />
      <Sessions />
    </SpaceBetween>
  );
};
