import { usePage } from '#web/app/page.ts';
import { LoadFailed } from './load-failed.tsx';
import { Loading } from './loading.tsx';

type Props = {
  /** What the page is about: `Approval`. */
  name: string;
  /** The list that it belongs to. */
  list: { text: string; to: string };
  error: unknown;
  onRetry: () => unknown;
};

/** In place of one thing's page while the thing is not there yet, or cannot be shown. */
export const NotShown = ({ name, list, error, onRetry }: Props) => {
  usePage({ title: name, crumbs: [list] });
  const thing = name.toLowerCase();
  if (!error) return <Loading text={`Loading ${thing}`} />;
  const back = { text: `Go to ${list.text.toLowerCase()}`, to: list.to };
  return <LoadFailed error={error} what={`this ${thing}`} onRetry={onRetry} back={back} />;
};
