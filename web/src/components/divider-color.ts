import type { CSSProperties } from 'react';
import { colorBorderDividerDefault } from '@cloudscape-design/design-tokens';

/** The design's colour of lines, under the name that style sheets read. */
export const dividerColor = { '--divider-line': colorBorderDividerDefault } as CSSProperties;
