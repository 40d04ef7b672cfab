import type { CSSProperties } from 'react';
import { colorBorderDividerDefault } from '@cloudscape-design/design-tokens';

/** The design's colour of dividers, as a custom property for style sheets. */
export const dividerColor = { '--divider-line': colorBorderDividerDefault } as CSSProperties;
