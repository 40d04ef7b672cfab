import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import CloudscapeLink, { type LinkProps } from '@cloudscape-design/components/link';

type FollowEvent = { preventDefault: () => void; detail: { href?: string; external?: boolean } };

/**
 * The handler for Cloudscape elements with an `href` inside the console (`#/…`): navigates with the
 * router, so that unsaved changes can block it. Not called for modified clicks.
 */
export const useFollow = (): ((event: FollowEvent) => void) => {
  const navigate = useNavigate();
  return (event) => {
    const { href, external } = event.detail;
    if (external || !href?.startsWith('#/')) return;
    event.preventDefault();
    void navigate(href.slice(1));
  };
};

type Props = Omit<LinkProps, 'href' | 'onFollow' | 'external' | 'target'> & {
  /** Path in the router, with its query: `/listeners?page=2`. */
  to: string;
  children: ReactNode;
};

export const Link = ({ to, ...rest }: Props) => {
  const follow = useFollow();
  return <CloudscapeLink {...rest} href={`#${to}`} onFollow={follow} />;
};

type LinkButtonProps = Omit<ButtonProps, 'href' | 'onFollow' | 'onClick'> & {
  to: string;
};

export const LinkButton = ({ to, ...rest }: LinkButtonProps) => {
  const follow = useFollow();
  return <Button {...rest} href={`#${to}`} onFollow={follow} />;
};
