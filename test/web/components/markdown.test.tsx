import { render } from '@testing-library/react';
import { Markdown } from '#web/components/markdown.tsx';

const shown = (text: string): HTMLElement => render(<Markdown text={text} />).container;

const attacks = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '<svg onload="window.hit = 1">',
  '<iframe srcdoc="<script>parent.hit = 1</script>"></iframe>',
  '<a href="javascript:window.hit=1">x</a>',
  '[x](javascript:window.hit=1)',
  '[x](JaVaScRiPt:window.hit=1)',
  '[x](java\tscript:window.hit=1)',
  '[x](&#106;avascript:window.hit=1)',
  '[x](data:text/html,<script>window.hit=1</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '![x](https://elsewhere.example/pixel.png)',
  '![x](javascript:window.hit=1)',
  '<style>*{display:none}</style>',
  '<form action="https://elsewhere.example"><input name=a></form>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=window.hit=1>',
  'x <details open ontoggle="window.hit = 1">',
];

describe('markdown of other people', () => {
  it('is drawn as text, lists, tables and code', () => {
    const page = shown(
      '# Title\n\nSome **bold** text\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
    expect(page.querySelector('strong')?.textContent).toBe('bold');
    expect([...page.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'one',
      'two',
    ]);
    expect(page.querySelectorAll('td')).toHaveLength(2);
    expect(page.querySelector('h1, h2')).toBeNull();
    expect(page.querySelector('h3')?.textContent).toBe('Title');
  });

  it.each([
    ['# a\n## b\n### c\n## d', 'H3 H4 H5 H4'],
    ['## a\n## b\n#### c', 'H3 H3 H4'],
    ['###### a\n# b\n###### c', 'H3 H3 H4'],
    ['# a\n## b\n### c\n#### d\n##### e', 'H3 H4 H5 H6 H6'],
  ])('has headings below those of its page, and none left out: %j', (text, levels) => {
    const headings = shown(text).querySelectorAll('h1, h2, h3, h4, h5, h6');
    expect([...headings].map(({ tagName }) => tagName).join(' ')).toBe(levels);
  });

  it.each(['https://a.example/', 'http://a.example/', 'mailto:ada@example.com'])(
    'leads to %s in a window of its own',
    (address) => {
      const link = shown(`[there](${address})`).querySelector('a');
      expect(link?.href).toBe(address);
      expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer']);
    },
  );

  it.each(attacks)('does nothing of %s', (text) => {
    const page = shown(text);
    const odd = 'script, img, svg, iframe, style, form, input, object, embed, math, details';
    expect([...page.querySelectorAll(odd)]).toEqual([]);
    const links = [...page.querySelectorAll('a')].filter(({ href }) => href !== '');
    expect(links.map(({ protocol }) => protocol)).toEqual([]);
    const handlers = [...page.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    );
    expect(handlers).toEqual([]);
    expect(window).not.toHaveProperty('hit');
  });
});
