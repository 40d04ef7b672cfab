import { BuilderCanvas } from './builder-canvas.tsx';
import { BuilderPanel } from './builder-panel.tsx';

/**
 * The code that is loaded when the AI builder is opened: in one file, as its parts are needed
 * together.
 */
export const builderParts = { Canvas: BuilderCanvas, Panel: BuilderPanel };
