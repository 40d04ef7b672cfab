import { harmless } from '#web/components/rich-text/harmless.ts';

describe('the code of a diagram without HTML', () => {
  it.each([
    'graph TD\nA[Web & more<br/>two lines] --> B & C',
    'classDiagram\nclass A {\n<<interface>>\n}\nA <|-- B',
    'sequenceDiagram\nA->>B: 3 < 4\nB<<->>A: linked: yes',
    'graph TD\nA["#quot;x#quot;"] <--> B',
  ])('is the same where there is none: %j', (code) => {
    expect(harmless(code)).toBe(code);
  });

  it.each(['<', '&lt;', '&LT', '#60;', '&#60;', '&#x3c;', '&amp;lt;', '&amp;amp;lt;', '#lt;'])(
    'has no element, written with %s',
    (sign) => {
      const left = harmless(`graph TD\nA["${sign}img src=x onerror=y>"]`);
      expect(left).not.toMatch(/<img|&lt|#60|#lt|&#|&amp/i);
    },
  );
});
