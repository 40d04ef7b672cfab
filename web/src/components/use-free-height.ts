import { useEffect, useRef, useState } from 'react';

/** Whatever the window, its content is of use from this height on. */
const least = 420;

/**
 * Free height below the element's top: what fills the window, so that the page does not scroll.
 */
export const useFreeHeight = () => {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setHeight(Math.max(least, Math.floor(window.innerHeight - top - window.scrollY)));
    };
    measure();
    // Messages above come and go: one of the elements around grows or shrinks with them.
    const observer = new ResizeObserver(measure);
    for (let outer = element.current?.parentElement; outer; outer = outer.parentElement) {
      observer.observe(outer);
    }
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  return { element, height };
};
