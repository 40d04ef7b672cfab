import { Suspense, useState } from 'react';
import type { BotSummary } from '#lib/domain/bots/bot.schema.ts';
import { helpOpen, type Page } from '#web/app/page.ts';
import { Loading } from '#web/components/loading.tsx';
import { lazyPart } from '#web/components/lazy-part.tsx';
import type { VersionsProps } from './versions-panel.tsx';

const VersionsPanel = lazyPart(async () => (await import('./versions-panel.tsx')).VersionsPanel);

/** Wide enough for the columns; users can make it narrower. */
const width = 560;

type Props = Omit<VersionsProps, 'bot'> & { bot: BotSummary | undefined };

/** The page's drawer with a bot's versions, fetched when it is opened; a new bot has none. */
export const useLazyVersions = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  const { bot } = props;
  const drawer = (panelProps: VersionsProps): Page['drawer'] => ({
    title: 'Versions',
    width,
    onClose: () => setOpen(false),
    body: (
      <Suspense fallback={<Loading text="Loading versions" />}>
        <VersionsPanel {...panelProps} />
      </Suspense>
    ),
  });
  return {
    show: () => {
      // Only one panel is open at a time.
      helpOpen.set(false);
      setOpen(true);
    },
    close: () => setOpen(false),
    drawer: isOpen && bot ? drawer({ ...props, bot }) : undefined,
  };
};
