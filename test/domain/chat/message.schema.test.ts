import * as z from 'zod';
import { newMessageFields } from '#lib/domain/chat/message.schema.ts';

const message = z.object(newMessageFields());
const parseMessage = (content: string) => message.safeParse({ content, client_id: 'message-1' });

describe('a message that a person writes', () => {
  it.each([
    ['control characters', 'Go\u0000 on\u001b[31m.\u0085', 'Go on[31m.'],
    ['halves of characters', 'Go \ud800on.', 'Go \ufffdon.'],
    ['breaks of lines of every kind', 'a\r\nb\rc\u2028d\n\te', 'a\nb\nc\nd\n\te'],
    ['marks of direction, which scripts need', 'a\u202eb \u2067c\u2069', 'a\u202eb \u2067c\u2069'],
  ])('is stored well-formed: %s', (_, content, stored) => {
    expect(parseMessage(content).data?.content).toBe(stored);
  });

  it.each([
    ['of one byte', 'x'.repeat(32_768)],
    ['of four bytes', '\u{1f600}'.repeat(8192)],
  ])('may have up to 32 KB, of characters %s', (_, maxText) => {
    expect(parseMessage(maxText).data?.content).toBe(maxText);
    expect(parseMessage(`${maxText}x`).error?.issues[0]?.message).toMatch(/32 KB/);
  });

  it('is refused if only control characters are written', () => {
    expect(parseMessage('\u0000\u0001').success).toBe(false);
  });
});
