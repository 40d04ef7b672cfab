import './fact-list.css';
import type { ReactNode } from 'react';

/** Short lines below a heading, some of them with a badge. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <ul className="fact-list">{children}</ul>
);
