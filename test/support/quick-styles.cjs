// jsdom matches every rule of its default style sheet, and resolves every colour, whenever a style
// is computed. What testing libraries need for every visible element requires less work.

const statedBy = (element, property) => element.style?.getPropertyValue(property) ?? '';

/** The value that an element or its nearest ancestor states; `initial` if none does. */
const inherited = (element, property, initial) => {
  for (let at = element; at; at = at.parentElement) {
    const own = at.style?.getPropertyValue(property);
    if (own) return own;
  }
  return initial;
};

/** Neither inherited nor in jsdom's default style sheet: an element has only its own value. */
const own = ['overflow', 'direction', 'transform', 'perspective', 'contain', 'opacity'];

/** Not inherited; jsdom's default style sheet sets them by the element's name and type. */
const boxes = [
  ...['Top', 'Right', 'Bottom', 'Left'].flatMap((side) => [`padding${side}`, `border${side}Width`]),
  'paddingInlineStart',
  'paddingInlineEnd',
];

/** Most inline styles only position an element. */
const statesBox = (element) =>
  /(^|;)\s*(padding|border|all)\b/.test(element.getAttribute('style') ?? '');

/** A `getComputedStyle` with the same results, fast while a document has no style sheets. */
exports.quickStyles = (window) => {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map();
  const unstyled = new Map();

  const displayOf = (element) => {
    const own = element.style?.display;
    if (own) return own;
    // Only these distinguish elements of the same name in jsdom's default style sheet.
    const marks = ['hidden', 'open'].map((name) => element.hasAttribute(name));
    const key = [element.localName, ...marks, element.getAttribute('type') === 'hidden'].join();
    if (!displays.has(key)) displays.set(key, compute(element).display);
    return displays.get(key);
  };

  const boxOf = (element, name) => {
    if (statesBox(element)) return compute(element)[name];
    const key = [name, element.localName, element.getAttribute('type')].join();
    if (!unstyled.has(key)) unstyled.set(key, compute(element)[name]);
    return unstyled.get(key);
  };

  const quick = {
    ...Object.fromEntries(boxes.map((name) => [name, (element) => boxOf(element, name)])),
    ...Object.fromEntries(own.map((name) => [name, (element) => statedBy(element, name)])),
    display: displayOf,
    visibility: (element) => inherited(element, 'visibility', 'visible'),
    pointerEvents: (element) => inherited(element, 'pointer-events', 'auto'),
  };

  return (element, pseudo) => {
    if (window.document.styleSheets.length > 0) return compute(element, pseudo);
    let whole;
    const get = (name) => {
      if (Object.hasOwn(quick, name)) return quick[name](element);
      whole ??= compute(element, pseudo);
      const value = whole[name];
      return typeof value === 'function' ? value.bind(whole) : value;
    };
    const getPropertyValue = (name) =>
      Object.hasOwn(quick, name) ? quick[name](element) : get('getPropertyValue')(name);
    return new Proxy({ getPropertyValue }, { get: (own, name) => own[name] ?? get(name) });
  };
};
