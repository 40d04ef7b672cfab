import { Suspense, type ReactNode } from 'react';
import { Loading } from '#web/components/loading.tsx';

/** A page without the shell. */
export const Standalone = ({ page }: { page: ReactNode }) => (
  <main>
    <Suspense fallback={<Loading text="Loading page" />}>{page}</Suspense>
  </main>
);
