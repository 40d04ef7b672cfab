import { Transform, type Readable } from 'node:stream';
import { STSClient, type STSClientConfig } from '@aws-sdk/client-sts';

/** Bytes: the longest answer of STS, with a session token, is a few thousand. */
const mostBytes = 64 * 1024;

class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** The same bytes, up to a number of them: beyond it the connection ends. */
const bounded = (body: Readable): Readable => {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes > mostBytes) next(new AnswerTooLarge());
      else next(null, chunk);
    },
  });
  body.on('error', (error) => counting.destroy(error));
  counting.on('close', () => body.destroy());
  return body.pipe(counting);
};

/** A client of STS that reads no more of an answer than STS has to say. */
export const stsClient = (config: STSClientConfig): STSClient => {
  const client = new STSClient(config);
  client.middlewareStack.add(
    (next) => async (input) => {
      const result = await next(input);
      const response = result.response as { body?: Readable };
      if (response.body) response.body = bounded(response.body);
      return result;
    },
    // Next to the connection: what parses the answer comes after it.
    { step: 'deserialize', name: 'boundedAnswer', priority: 'low' },
  );
  return client;
};
