/** Encodings of `<` and `&`, so that a text that was encoded twice is found too. */
const lessThan = /[&#]#?(?:lt|0*60|x0*3c);?/gi;
const ampersand = /[&#]#?(?:amp|0*38|x0*26);?/gi;

/**
 * The beginning of an element, comment or the like. Line breaks, and marks of classes and states
 * (`<<interface>>`), are part of diagrams.
 */
const elementStart =
  /<(?!br\s*\/?>|(?:interface|abstract|enumeration|service|choice|fork|join)>>)(?=[a-z/!?])/gi;

/** External images, and links that call something: not needed in an image. */
const imageKey = /\bimg(?=["']?\s*:)/gi;
const links = /^[ \t]*links?[ \t]+[^:\n]+:.*$/gim;

/**
 * The code of a diagram without HTML. At any security level, the library parses labels as HTML for
 * a moment, so that everything that looks like an element is replaced.
 */
export const sanitizeDiagram = (code: string): string =>
  code
    .replace(ampersand, '＆')
    .replace(lessThan, '‹')
    .replace(elementStart, '‹')
    .replace(imageKey, 'picture')
    .replace(links, '');
