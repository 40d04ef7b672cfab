import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Scrolls a new page to its top; on back and forward, the browser restores the position. */
export const useTopOfPage = (): void => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(pathname);
  useLayoutEffect(() => {
    const isAnother = shownPath.current !== pathname;
    if (isAnother && type === NavigationType.Push) document.documentElement.scrollTop = 0;
    shownPath.current = pathname;
  }, [pathname, type]);
};
