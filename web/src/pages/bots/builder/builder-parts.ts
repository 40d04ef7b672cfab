import { BuilderCanvas } from './builder-canvas.tsx';
import { BuilderPanel } from './builder-panel.tsx';

/** What is loaded once somebody opens the AI builder: in one file, as they come together. */
export const builderParts = { Canvas: BuilderCanvas, Panel: BuilderPanel };
