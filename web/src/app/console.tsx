import type { ReactNode } from 'react';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { I18nProvider } from '@cloudscape-design/components/i18n';
import messages from '@cloudscape-design/components/i18n/messages/all.en';
import { useAppearance } from './theme.ts';

/** The providers around every page, also in tests. */
export const Console = ({ queries, children }: { queries: QueryClient; children: ReactNode }) => {
  useAppearance();
  return (
    <I18nProvider locale="en" messages={[messages]}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </I18nProvider>
  );
};
