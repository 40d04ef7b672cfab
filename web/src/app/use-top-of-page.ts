import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** Another page is read from its top; the browser leads whoever goes back to where they were. */
export const useTopOfPage = (): void => {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname && type === 'PUSH') document.documentElement.scrollTop = 0;
    shown.current = pathname;
  }, [pathname, type]);
};
