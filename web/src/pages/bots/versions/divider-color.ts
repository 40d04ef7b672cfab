import type { CSSProperties } from 'react';
import { colorBorderDividerDefault } from '@cloudscape-design/design-tokens';

/** The design's colour of lines, under the name that versions.css reads. */
export const dividerColor = { '--bot-version-line': colorBorderDividerDefault } as CSSProperties;
