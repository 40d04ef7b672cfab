import mermaid, { type MermaidConfig } from 'mermaid';
import { harmless } from './harmless.ts';

/** A picture; or that it is no diagram, or one that cannot be drawn. */
export type Drawn =
  | { type: 'drawn'; address: string; width: number; isOnLight: boolean }
  | { type: 'invalid' }
  | { type: 'failed' };

/** Bytes of a diagram's code, and milliseconds for drawing it, once its kind was loaded. */
const mostBytes = 50 * 1024;
const longest = 3000;

/**
 * Relations and other statements of a diagram, one a line or between semicolons. What takes long
 * holds up the whole page, where no clock can end it.
 */
const mostStatements = 250;

/** Kinds that draw as many parts as a number of their code says. */
const byNumbers = /^\s*(?:block|packet)\b/m;

/** A number with which those draw more than anybody reads. */
const largeNumber = /\d{4,}/;

const isTooLarge = (code: string): boolean =>
  new TextEncoder().encode(code).length > mostBytes ||
  code.split(/[\n;]/).filter((statement) => statement.trim() !== '').length > mostStatements ||
  (byNumbers.test(code) && largeNumber.test(code));

const config = (isDark: boolean): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  maxTextSize: mostBytes,
  maxEdges: mostStatements,
  theme: isDark ? 'dark' : 'default',
  // Otherwise most kinds have shadows, which are light in the dark theme.
  look: 'classic',
  // A picture has no fonts of the page, and no HTML in it.
  fontFamily: 'Arial, Helvetica, sans-serif',
  htmlLabels: false,
  layout: 'dagre',
  // What the code of a diagram cannot change.
  secure: [
    'secure',
    'securityLevel',
    'startOnLoad',
    'maxTextSize',
    'maxEdges',
    'suppressErrorRendering',
    'fontFamily',
    'altFontFamily',
    // The console's theme holds, whatever the code asks for.
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

const within = async <T>(work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('It took too long.')), longest);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Colours that the code gives its parts are meant for a light ground, as most people draw. */
const ownColors = new RegExp(
  '^[ \\t]*(?:(?:style|classDef|linkStyle)\\b.*\\b(?:fill|color|stroke)[ \\t]*:' +
    '|(?:rect|box)[ \\t]+(?:rgb|hsl|#|[a-z]+$))',
  'im',
);

/** An address of the picture: what it shows cannot run, fetch or lead anywhere. */
const pictureOf = (svg: string, isOnLight: boolean): Drawn => {
  const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!drawn) return { type: 'failed' };
  const { width, height } = drawn.viewBox.baseVal;
  if (!(width > 0 && height > 0)) return { type: 'failed' };
  drawn.setAttribute('width', String(width));
  drawn.setAttribute('height', String(height));
  const text = new XMLSerializer().serializeToString(drawn);
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  return { type: 'drawn', address, width: Math.ceil(width), isOnLight };
};

let drawings = 0;

const draw = async (code: string, isDark: boolean): Promise<Drawn> => {
  if (isTooLarge(code)) return { type: 'invalid' };
  const text = harmless(code);
  const isOnLight = !isDark || ownColors.test(text);
  mermaid.initialize(config(!isOnLight));
  try {
    // This loads what draws its kind: a slow line makes no diagram invalid.
    await mermaid.parse(text);
  } catch {
    return { type: 'invalid' };
  }
  const place = document.createElement('div');
  place.className = 'diagram-drawn';
  place.setAttribute('aria-hidden', 'true');
  document.body.append(place);
  try {
    drawings += 1;
    const { svg } = await within(mermaid.render(`diagram-${drawings}`, text, place));
    return pictureOf(svg, isOnLight);
  } catch {
    return { type: 'failed' };
  } finally {
    place.remove();
  }
};

let before: Promise<unknown> = Promise.resolve();

/** Draws one after the other: the library has one configuration for all. */
export const drawDiagram = (text: string, isDark: boolean): Promise<Drawn> => {
  const drawn = before.then(() => draw(text, isDark));
  before = drawn;
  return drawn;
};
