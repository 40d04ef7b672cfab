/** What other texts decode to `<` or `&`, so that a text written twice over is found too. */
const lessThan = /[&#]#?(?:lt|0*60|x0*3c);?/gi;
const ampersand = /[&#]#?(?:amp|0*38|x0*26);?/gi;

/**
 * The beginning of an element, a comment or the like. Line breaks are part of diagrams, and marks
 * of classes and states: `<<interface>>`.
 */
const element =
  /<(?!br\s*\/?>|(?:interface|abstract|enumeration|service|choice|fork|join)>>)(?=[a-z/!?])/gi;

/** Pictures from elsewhere, and links that call something: a picture has no use for them. */
const picture = /\bimg(?=["']?\s*:)/gi;
const links = /^[ \t]*links?[ \t]+[^:\n]+:.*$/gim;

/**
 * The code of a diagram without HTML. The library that draws it takes labels for HTML for a moment,
 * whatever its level of security: what looks alike is no element.
 */
export const harmless = (code: string): string =>
  code
    .replace(ampersand, '＆')
    .replace(lessThan, '‹')
    .replace(element, '‹')
    .replace(picture, 'picture')
    .replace(links, '');
