import { sanitizeDiagram } from '#web/components/rich-text/sanitize-diagram.ts';

describe('removing HTML from the code of a diagram', () => {
  it.each([
    'graph TD\nA[Web & more<br/>two lines] --> B & C',
    'classDiagram\nclass A {\n<<interface>>\n}\nA <|-- B',
    'sequenceDiagram\nA->>B: 3 < 4\nB<<->>A: linked: yes',
    'graph TD\nA["#quot;x#quot;"] <--> B',
  ])('keeps code without HTML elements unchanged: %j', (code) => {
    expect(sanitizeDiagram(code)).toBe(code);
  });

  it.each(['<', '&lt;', '&LT', '#60;', '&#60;', '&#x3c;', '&amp;lt;', '&amp;amp;lt;', '#lt;'])(
    'removes an element that starts with %s',
    (sign) => {
      const output = sanitizeDiagram(`graph TD\nA["${sign}img src=x onerror=y>"]`);
      expect(output).not.toMatch(/<img|&lt|#60|#lt|&#|&amp/i);
    },
  );
});
