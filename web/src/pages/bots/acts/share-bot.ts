import { hrefTo } from '#lib/pages.ts';
import { flash } from '#web/app/flash.tsx';

/** Copies the address of a bot's read-only page to the clipboard. */
export const shareBot = async ({ _id }: { _id: string }): Promise<void> => {
  const { origin, pathname } = window.location;
  const link = `${origin}${pathname}${hrefTo('bot', { bot_id: _id }, { mode: 'view' })}`;
  try {
    await navigator.clipboard.writeText(link);
    flash.success('Link Copied!');
  } catch {
    flash.error('The link was not copied.', {
      content: `This browser blocks access to the clipboard. Copy the link from here: ${link}`,
    });
  }
};
