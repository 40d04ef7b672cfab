import type { APIGatewayProxyResult } from 'aws-lambda';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { chosenEncoding, encodings, minCompressedBytes } from './encoding.ts';

type Answer = Pick<APIGatewayProxyResult, 'statusCode' | 'headers' | 'body'>;

const write = (
  response: ServerResponse,
  { statusCode, headers }: Answer,
  content: Buffer,
  extraHeaders: Record<string, string> = {},
): void => {
  const text = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]);
  response.writeHead(statusCode, {
    ...Object.fromEntries(text),
    ...extraHeaders,
    'content-length': content.byteLength,
  });
  response.end(content);
};

/** Writes a response uncompressed. */
export const writeUncompressed = (response: ServerResponse, answer: Answer): void =>
  write(response, answer, Buffer.from(answer.body));

/**
 * Writes a response, compressed outside the main thread if it is large enough to gain by it.
 * Responses may contain secrets beside data that a caller chose, so that their lengths could reveal
 * the secrets (BREACH). But that attack needs a foreign page that makes the victim's browser send
 * requests repeatedly, and calls need an Authorization header, which only the console's own page
 * can send.
 */
export const writeCompressed = async (
  { headers }: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
): Promise<void> => {
  const content = Buffer.from(answer.body);
  const vary = { vary: 'Accept-Encoding' };
  const encoding = content.byteLength < minCompressedBytes ? undefined : chosenEncoding(headers);
  if (!encoding) {
    write(response, answer, content, vary);
    return;
  }
  const compressed = await encodings[encoding].live(content);
  write(response, answer, compressed, { ...vary, 'content-encoding': encoding });
};
