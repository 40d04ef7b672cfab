import { Suspense } from 'react';
import type { Page } from '#web/app/page.ts';
import { lazyPart } from '#web/components/lazy-part.tsx';
import { Loading } from '#web/components/loading.tsx';
import type { InstallProps } from './install-wizard.tsx';

const LazyWizard = lazyPart(async () => (await import('./install-wizard.tsx')).InstallWizard);

/** The shell's panel for the installation of an agent. */
export const createInstallDrawer = (props: InstallProps): NonNullable<Page['drawer']> => ({
  title: props.agent ? `Install ${props.agent.name}` : 'Add an agent',
  onClose: props.onClose,
  width: 560,
  body: (
    <Suspense fallback={<Loading text="Loading the steps" />}>
      <LazyWizard key={props.agent?.agent_id ?? 'new'} {...props} />
    </Suspense>
  ),
});
