import { type PageKey, pageOf } from '#lib/pages.ts';
import { layoutOf, usePage } from '#web/app/page.ts';
import { parentLinkOf } from '#web/app/page-links.ts';
import { LoadFailed } from './load-failed.tsx';
import { Loading } from './loading.tsx';

type Props = { page: PageKey; error: unknown; onRetry: () => unknown; missing?: string };

/** Shown instead of an item's page while the item is loading, or if it cannot be shown. */
export const ItemPlaceholder = ({ page, error, onRetry, missing }: Props) => {
  usePage({ page, ...(!error && layoutOf(page)) });
  const thing = pageOf(page).title.toLowerCase();
  if (!error) return <Loading text={`Loading ${thing}`} />;
  const back = parentLinkOf(page);
  const extraProps = { ...(back && { back }), ...(missing !== undefined && { missing }) };
  return <LoadFailed error={error} subject={`this ${thing}`} onRetry={onRetry} {...extraProps} />;
};
