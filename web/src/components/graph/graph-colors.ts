import type { CSSProperties } from 'react';
import * as token from '@cloudscape-design/design-tokens';

const faded = (color: string) => `color-mix(in srgb, ${color} 16%, transparent)`;

/** The design's colours under the names that graph.css and the canvas library use. */
const colors: Record<`--${string}`, string> = {
  '--xy-background-color': token.colorBackgroundLayoutMain,
  '--xy-background-pattern-color': token.colorBorderDividerDefault,
  '--xy-edge-stroke': token.colorBorderControlDefault,
  '--xy-edge-stroke-selected': token.colorBorderItemFocused,
  '--xy-connectionline-stroke': token.colorBorderItemFocused,
  '--xy-handle-background-color': token.colorBackgroundContainerContent,
  '--xy-handle-border-color': token.colorBorderControlDefault,
  '--xy-minimap-background-color': token.colorBackgroundContainerContent,
  '--xy-minimap-mask-background-color': faded(token.colorBorderControlDefault),
  '--xy-minimap-mask-stroke-color': token.colorBorderItemFocused,
  '--xy-minimap-node-background-color': token.colorBorderControlDefault,
  '--xy-attribution-background-color': 'transparent',
  '--xy-node-color': token.colorTextBodyDefault,
  '--bot-card': token.colorBackgroundContainerContent,
  '--bot-border': token.colorBorderDividerDefault,
  '--bot-text': token.colorTextBodyDefault,
  '--bot-faint': token.colorTextBodySecondary,
  '--bot-focus': token.colorBorderItemFocused,
  '--bot-chosen': token.colorBackgroundItemSelected,
  '--bot-note': token.colorBackgroundStatusWarning,
  '--bot-note-border': token.colorBorderStatusWarning,
  '--bot-ok': token.colorBorderStatusSuccess,
  '--bot-bad': token.colorBorderStatusError,
  '--bot-busy': token.colorBorderStatusInfo,
  '--bot-waiting': token.colorBorderStatusWarning,
  '--bot-radius': token.borderRadiusContainer,
  '--bot-font': token.fontFamilyBase,
};

export const graphColors: CSSProperties = colors;
