import { useEffect, useRef, useState } from 'react';

/** Pixels. The content is usable from this height on, whatever the window's height. */
const minHeight = 420;

/** The free height below the element's top, to fill the window without page scrolling. */
export const useFreeHeight = () => {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setHeight(Math.max(minHeight, Math.floor(window.innerHeight - top - window.scrollY)));
    };
    measure();
    // Messages above appear and disappear, which resizes one of the surrounding elements.
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
