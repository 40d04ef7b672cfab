import { useEffect, useState } from 'react';
import Button from '@cloudscape-design/components/button';
import { flash } from '#web/app/flash.tsx';
import { copyLink } from './links.ts';

/** Milliseconds for which the label says so, shorter than a notice. */
const confirmationTime = 1500;

/** Copies the address of a page; its label confirms that for a moment. */
export const ShareLink = ({ to }: { to: string }) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), confirmationTime);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    copyLink(to).then(
      () => setCopied(true),
      () => flash.error('The link could not be copied.', { content: 'Copy the address instead.' }),
    );
  return (
    <Button iconName={copied ? 'check' : 'share'} onClick={() => void copy()}>
      {copied ? 'Copied' : 'Share Link'}
    </Button>
  );
};
