const page = `
  <section hidden style="direction: rtl; opacity: 0.5">
    <p style="overflow: hidden; visibility: hidden">Text <b>and more</b></p>
    <details><summary>More</summary><input type="hidden"></details>
  </section>
  <div dir="rtl" style="transform: scale(2); contain: paint; pointer-events: none">
    <p style="padding-left: 1px; border: 2px solid">Boxed</p>
    <ol style="width: 9px"><li style="--border: 1px; padding: 0 3px !important">One</li></ol>
    <button disabled>Press</button><textarea></textarea><table><tr><td>1</td></tr></table>
  </div>`;

const properties = [
  'display',
  'visibility',
  'pointerEvents',
  'overflow',
  'direction',
  'transform',
  'perspective',
  'contain',
  'opacity',
  'paddingTop',
  'paddingLeft',
  'paddingInlineStart',
  'paddingInlineEnd',
  'borderTopWidth',
  'marginTop',
] as const;

const styles = (): string[] =>
  Array.from(document.body.querySelectorAll('*:not(style)'), (element) => {
    const style = getComputedStyle(element);
    return `${element.localName}: ${properties.map((name) => style[name]).join(', ')}`;
  });

it('the quick computed styles equal those of jsdom', () => {
  document.body.innerHTML = page;
  const quick = styles();
  document.head.append(document.createElement('style'));
  expect(document.styleSheets).toHaveLength(1);
  expect(quick).toEqual(styles());
});
