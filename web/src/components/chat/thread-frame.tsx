import './thread.css';
import type { CSSProperties, ReactNode } from 'react';
import * as token from '@cloudscape-design/design-tokens';

const colors = {
  '--chat-line': token.colorBorderDividerDefault,
  '--chat-focus': token.colorBorderItemFocused,
} as CSSProperties;

/** The layout of one conversation, whose messages scroll above the input. */
export const ThreadFrame = ({ children }: { children: ReactNode }) => (
  <div className="chat-main" style={colors}>
    {children}
  </div>
);
