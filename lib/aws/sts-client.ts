import { type Readable, Transform } from 'node:stream';
import { STSClient, type STSClientConfig } from '@aws-sdk/client-sts';

/** In bytes: the longest response of STS, with a session token, has a few thousand. */
const maxBytes = 64 * 1024;

class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
}

/** Passes on a body up to `maxBytes`; beyond that, the connection is closed. */
const limitBody = (body: Readable): Readable => {
  let bytes = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      if (bytes > maxBytes) next(new AnswerTooLarge());
      else next(null, chunk);
    },
  });
  body.on('error', (error) => counter.destroy(error));
  counter.on('close', () => body.destroy());
  return body.pipe(counter);
};

/** A client of STS that limits how much of a response it reads. */
export const stsClient = (config: STSClientConfig): STSClient => {
  const client = new STSClient(config);
  client.middlewareStack.add(
    (next) => async (input) => {
      const result = await next(input);
      const response = result.response as { body?: Readable };
      if (response.body) response.body = limitBody(response.body);
      return result;
    },
    // Runs directly after the connection, before the response is parsed.
    { step: 'deserialize', name: 'boundedAnswer', priority: 'low' },
  );
  return client;
};
