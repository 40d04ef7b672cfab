import mermaid, { type MermaidConfig } from 'mermaid';
import { sanitizeDiagram } from './sanitize-diagram.ts';

/** An image; or a code that is no diagram, or one that cannot be drawn. */
export type DiagramResult =
  | { type: 'drawn'; address: string; width: number; isOnLight: boolean }
  | { type: 'invalid' }
  | { type: 'failed' };

/** Limits: bytes of a diagram's code, and milliseconds for drawing it, once its kind is loaded. */
const maxBytes = 50 * 1024;
const drawTimeout = 3000;

/**
 * The most relations and other statements of a diagram, one per line or separated by semicolons. A
 * slow drawing blocks the whole page, where no timer can stop it.
 */
const maxStatements = 250;

/** Kinds whose code can request a number of parts. */
const countedKinds = /^\s*(?:block|packet)\b/m;

/** A number with which those would draw more than anybody can read. */
const largeNumber = /\d{4,}/;

const isTooLarge = (code: string): boolean =>
  new TextEncoder().encode(code).length > maxBytes ||
  code.split(/[\n;]/).filter((statement) => statement.trim() !== '').length > maxStatements ||
  (countedKinds.test(code) && largeNumber.test(code));

const config = (isDark: boolean): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  maxTextSize: maxBytes,
  maxEdges: maxStatements,
  theme: isDark ? 'dark' : 'default',
  // Otherwise most kinds draw shadows, which are light in the dark theme.
  look: 'classic',
  // An image cannot use the page's fonts, nor contain HTML.
  fontFamily: 'Arial, Helvetica, sans-serif',
  htmlLabels: false,
  layout: 'dagre',
  // Options that the code of a diagram cannot change.
  secure: [
    'secure',
    'securityLevel',
    'startOnLoad',
    'maxTextSize',
    'maxEdges',
    'suppressErrorRendering',
    'fontFamily',
    'altFontFamily',
    // The console's theme applies, whatever the code requests.
    'theme',
    'look',
    'darkMode',
    'htmlLabels',
    'layout',
    'themeCSS',
    'themeVariables',
    'dompurifyConfig',
  ],
});

const withTimeout = async <T>(task: Promise<T>): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('It took too long.')), drawTimeout);
  try {
    return await Promise.race([task, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Colours in the code are usually made for a light background. */
const ownColors = new RegExp(
  '^[ \\t]*(?:(?:style|classDef|linkStyle)\\b.*\\b(?:fill|color|stroke)[ \\t]*:' +
    '|(?:rect|box)[ \\t]+(?:rgb|hsl|#|[a-z]+$))',
  'im',
);

/** The address of the image: in it, the drawing cannot run scripts, fetch or link to anything. */
const pictureOf = (svg: string, isOnLight: boolean): DiagramResult => {
  const svgElement = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!svgElement) return { type: 'failed' };
  const { width, height } = svgElement.viewBox.baseVal;
  if (!(width > 0 && height > 0)) return { type: 'failed' };
  svgElement.setAttribute('width', String(width));
  svgElement.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(svgElement);
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  return { type: 'drawn', address, width: Math.ceil(width), isOnLight };
};

let drawingCount = 0;

const draw = async (code: string, isDark: boolean): Promise<DiagramResult> => {
  if (isTooLarge(code)) return { type: 'invalid' };
  const text = sanitizeDiagram(code);
  const isOnLight = !isDark || ownColors.test(text);
  mermaid.initialize(config(!isOnLight));
  try {
    // This loads the code for the diagram's kind: a slow connection makes no diagram invalid.
    await mermaid.parse(text);
  } catch {
    return { type: 'invalid' };
  }
  const container = document.createElement('div');
  container.className = 'diagram-drawn';
  container.setAttribute('aria-hidden', 'true');
  document.body.append(container);
  try {
    drawingCount += 1;
    const { svg } = await withTimeout(mermaid.render(`diagram-${drawingCount}`, text, container));
    return pictureOf(svg, isOnLight);
  } catch {
    return { type: 'failed' };
  } finally {
    container.remove();
  }
};

let previousDrawing: Promise<unknown> = Promise.resolve();

/** Draws diagrams one after the other: the library has one global configuration. */
export const drawDiagram = (text: string, isDark: boolean): Promise<DiagramResult> => {
  const drawing = previousDrawing.then(() => draw(text, isDark));
  previousDrawing = drawing;
  return drawing;
};
