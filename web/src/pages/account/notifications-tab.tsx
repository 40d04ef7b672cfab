import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Toggle from '@cloudscape-design/components/toggle';
import { type NoticeKind, noticeKinds } from '#lib/domain/users/mail.schema.ts';
import type { CurrentUser, UserSettings } from '#lib/domain/users/user.schema.ts';
import { users } from '#web/api/users.ts';
import { queryKey, useAction } from '#web/api/use-call.ts';
import { flash } from '#web/app/flash.tsx';
import { useCurrentUser } from '#web/app/session.ts';
import { failureText } from '#web/components/failure-text.ts';
import { LeaveGuard } from '#web/components/leave-guard.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Loading } from '#web/components/loading.tsx';

type MailPreferences = Required<Pick<UserSettings, 'notify_by' | 'not_mailed' | 'daily_digest'>>;

const mailPreferencesOf = ({ settings }: CurrentUser): MailPreferences => ({
  notify_by: settings.notify_by ?? 'mail',
  not_mailed: settings.not_mailed ?? [],
  daily_digest: settings.daily_digest ?? false,
});

const channels = [
  { value: 'mail', label: 'Email', description: 'You also see it in the console, under the bell.' },
  {
    value: 'none',
    label: 'Console only',
    description: 'You see it only under the bell, without email.',
  },
];

/** The label and description of each kind of mail. */
const kindTexts: Readonly<Record<NoticeKind, { label: string; description: string }>> = {
  approval: { label: 'Approvals', description: 'A bot asks you to approve something.' },
  user_input: { label: 'User inputs', description: 'A bot asks you to fill in a form.' },
  agent_question: {
    label: 'Questions of agents',
    description: 'An agent in a run that you started asks you a question in its chat.',
  },
  run_decided: {
    label: 'Decisions on my runs',
    description: 'Somebody else decided on a run that you started.',
  },
  run_failed: { label: 'Failed runs', description: 'A run that you started failed.' },
  integration_failed: {
    label: 'Failed integrations',
    description: 'The daily test of one of your integrations failed.',
  },
};

type FieldProps = {
  preferences: MailPreferences;
  onChange: (change: Partial<MailPreferences>) => void;
};

const MailKindsField = ({ preferences: { notify_by, not_mailed }, onChange }: FieldProps) => (
  <FormField label="Email me immediately" description="One email each time it happens.">
    <SpaceBetween size="xs">
      {noticeKinds.map((kind) => (
        <Checkbox
          key={kind}
          checked={!not_mailed.includes(kind)}
          disabled={notify_by === 'none'}
          description={kindTexts[kind].description}
          onChange={({ detail: { checked } }) => {
            const otherKinds = not_mailed.filter((one) => one !== kind);
            onChange({ not_mailed: checked ? otherKinds : [...otherKinds, kind] });
          }}
        >
          {kindTexts[kind].label}
        </Checkbox>
      ))}
    </SpaceBetween>
  </FormField>
);

const Digest = ({ preferences: { notify_by, daily_digest }, onChange }: FieldProps) => (
  <FormField
    label="Daily digest"
    description="One email a day, at 07:00 in the time zone of your settings, or UTC."
  >
    <Toggle
      checked={daily_digest}
      disabled={notify_by === 'none'}
      description="No email when there is nothing to report."
      onChange={({ detail }) => onChange({ daily_digest: detail.checked })}
    >
      Email me a summary of what waits for me and what failed
    </Toggle>
  </FormField>
);

const isSame = (one: MailPreferences, other: MailPreferences): boolean =>
  one.notify_by === other.notify_by &&
  one.daily_digest === other.daily_digest &&
  noticeKinds.every((kind) => one.not_mailed.includes(kind) === other.not_mailed.includes(kind));

const Preferences = ({ user }: { user: CurrentUser }) => {
  const queries = useQueryClient();
  const [change, setChange] = useState<Partial<MailPreferences>>({});
  const { mutate, isPending } = useAction(users.updateCurrentUser);
  const savedPreferences = mailPreferencesOf(user);
  const preferences = { ...savedPreferences, ...change };
  const dirty = !isSame(savedPreferences, preferences);
  const onChange = (patch: Partial<MailPreferences>) => setChange({ ...change, ...patch });
  const save = () =>
    mutate(
      { settings: preferences },
      {
        onSuccess: (saved) => {
          queries.setQueryData(queryKey(users.getCurrentUser, {}), saved);
          // Changes made since then are still to be saved.
          setChange((current) =>
            isSame(preferences, { ...preferences, ...current }) ? {} : current,
          );
          flash.success('Notification preferences saved');
        },
        onError: (error) =>
          flash.error('The notification preferences were not saved.', {
            content: failureText(error),
          }),
      },
    );
  const header = (
    <Header variant="h2" description="Invitations, codes and passwords always come by email.">
      Notifications
    </Header>
  );
  return (
    <Container header={header}>
      <LeaveGuard dirty={dirty} />
      <SpaceBetween size="l">
        <FormField label="Notify me by">
          <RadioGroup
            items={channels}
            value={preferences.notify_by}
            onChange={({ detail: { value } }) =>
              onChange({ notify_by: value === 'none' ? 'none' : 'mail' })
            }
          />
        </FormField>
        <MailKindsField preferences={preferences} onChange={onChange} />
        <Digest preferences={preferences} onChange={onChange} />
        <Box>
          <Button loading={isPending} onClick={save}>
            Save notifications
          </Button>
        </Box>
      </SpaceBetween>
    </Container>
  );
};

/** How the user is notified of open tasks and failures. */
export const NotificationsTab = () => {
  const { data: user, error, refetch } = useCurrentUser();
  if (error && !user) return <LoadFailed error={error} subject="your settings" onRetry={refetch} />;
  if (!user) return <Loading text="Loading settings" />;
  return <Preferences user={user} />;
};
