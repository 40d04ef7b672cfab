import type { ReactNode } from 'react';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { ApiError, errorText } from '#web/api/api-error.ts';
import { LinkButton } from './link.tsx';

type Advice = { title: string; text: string; mayRetry: boolean };

const adviceOn = (error: unknown, subject: string): Advice => {
  const status = error instanceof ApiError ? error.status : undefined;
  const text = errorText(error);
  if (status === 0) {
    return { title: text, text: 'Check your connection, then try again.', mayRetry: true };
  }
  if (status === 403) {
    return { title: `You have no access to ${subject}`, text, mayRetry: false };
  }
  if (status === 404) return { title: 'Not found', text, mayRetry: false };
  return { title: `Could not load ${subject}`, text, mayRetry: true };
};

type Props = {
  error: unknown;
  /** What could not be loaded, as in a sentence: `this listener`, `listeners`. */
  subject: string;
  onRetry?: (() => unknown) | undefined;
  /** Why it may be missing, for a 404. */
  missing?: string;
  /** A further action. */
  action?: ReactNode;
  /** A link to another page, if the page has nothing else to show. */
  back?: { text: string; to: string };
  /** It replaces a whole page, even without a link back: its title is the page's. */
  wholePage?: boolean;
};

/** What happened, why, and what to do now. */
export const LoadFailed = (props: Props) => {
  const { error, subject, onRetry, missing, action, back, wholePage = false } = props;
  const { title, text, mayRetry } = adviceOn(error, subject);
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert">
      <Box textAlign="center" padding={{ vertical: 'xxl' }}>
        <SpaceBetween size="s">
          <Box variant={back || wholePage ? 'h1' : 'h2'}>{title}</Box>
          <Box color="text-body-secondary">{text}</Box>
          {isMissing && missing && <Box color="text-body-secondary">{missing}</Box>}
          <Box display="inline-block">
            <SpaceBetween size="xs" direction="horizontal">
              {mayRetry && onRetry && <Button onClick={() => onRetry()}>Retry</Button>}
              {action}
              {back && <LinkButton to={back.to}>{back.text}</LinkButton>}
            </SpaceBetween>
          </Box>
        </SpaceBetween>
      </Box>
    </div>
  );
};
