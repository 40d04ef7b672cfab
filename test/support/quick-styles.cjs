// jsdom weighs each rule of its own style sheet, and each colour, whenever a style is asked for.
// What testing libraries ask of every element in sight follows from less.

const statedBy = (element, property) => element.style?.getPropertyValue(property) ?? '';

/** The value that an element or the nearest around it states; `initial` where none does. */
const inherited = (element, property, initial) => {
  for (let at = element; at; at = at.parentElement) {
    const own = at.style?.getPropertyValue(property);
    if (own) return own;
  }
  return initial;
};

/** Neither inherited nor in jsdom's own style sheet: an element has what it states itself. */
const own = ['overflow', 'direction', 'transform', 'perspective', 'contain', 'opacity'];

/** Not inherited; by its name and type an element has them in jsdom's own style sheet. */
const boxes = [
  ...['Top', 'Right', 'Bottom', 'Left'].flatMap((side) => [`padding${side}`, `border${side}Width`]),
  'paddingInlineStart',
  'paddingInlineEnd',
];

/** Most styles on elements only place them. */
const statesBox = (element) =>
  /(^|;)\s*(padding|border|all)\b/.test(element.getAttribute('style') ?? '');

/** A `getComputedStyle` of the same answers, found quickly while a document has no style sheets. */
exports.quickStyles = (window) => {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map();
  const unstyled = new Map();

  const displayOf = (element) => {
    const own = element.style?.display;
    if (own) return own;
    // No more than these tell elements of one name apart in jsdom's own style sheet.
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
