import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** Another page is read from its top; the browser leads whoever goes back to where they were. */
export const useTopOfPage = (): void => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    const isAnother = shown.current !== pathname;
    if (isAnother && type === NavigationType.Push) document.documentElement.scrollTop = 0;
    shown.current = pathname;
  }, [pathname, type]);
};
