import { Suspense } from 'react';
import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazyExtra } from '#web/components/lazy-part.tsx';
import { createStore, useStore } from './store.ts';

const LazySubscriptionNotice = lazyExtra(
  async () => (await import('./subscription-notice.tsx')).SubscriptionNotice,
);

const notice = createStore<string | undefined>(undefined);

export const setNotice = (text: string | undefined): void => notice.set(text);

/** The notices above every page: the operator's sentence, and that the subscription ends soon. */
export const Notice = () => {
  const text = useStore(notice);
  return (
    <SpaceBetween size="m">
      {text && (
        <Box margin={{ bottom: 's' }}>
          <Alert type="warning">{text}</Alert>
        </Box>
      )}
      <Suspense>
        <LazySubscriptionNotice />
      </Suspense>
    </SpaceBetween>
  );
};
