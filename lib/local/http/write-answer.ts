import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chosenEncoding, encodings, smallestCompressed } from './encoding.ts';

type Answer = Pick<APIGatewayProxyResult, 'statusCode' | 'headers' | 'body'>;

const write = (
  response: ServerResponse,
  { statusCode, headers }: Answer,
  content: Buffer,
  more: Record<string, string> = {},
): void => {
  const text = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  response.writeHead(statusCode, {
    ...Object.fromEntries(text),
    ...more,
    'content-length': content.byteLength,
  });
  response.end(content);
};

/** Writes an answer as it is. */
export const writePlain = (response: ServerResponse, answer: Answer): void =>
  write(response, answer, Buffer.from(answer.body));

/**
 * Writes an answer, compressed off the thread where it is large enough to gain by it. Answers may
 * hold secrets beside what a caller chose, whose lengths would tell of them (BREACH). That attack
 * needs a foreign page that can have a browser ask as the victim, again and again; calls are signed
 * by an Authorization header, which only the console's own page can send.
 */
export const writeCompressed = async (
  { headers }: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> => {
  const content = Buffer.from(answer.body);
  const vary = { vary: 'Accept-Encoding' };
  const encoding = content.byteLength < smallestCompressed ? undefined : chosenEncoding(headers);
  if (!encoding) {
    write(response, answer, content, vary);
    return;
  }
  const compressed = await encodings[encoding].live(content);
  write(response, answer, compressed, { ...vary, 'content-encoding': encoding });
};
