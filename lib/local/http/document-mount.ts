import { dataHeaders } from '#lib/kernel/site-headers.ts';
import { assertReadRequest, type Mount } from './respond.ts';
import { writeCompressed } from './write-answer.ts';

/** A JSON document at a fixed path, built when it is first requested. */
export const documentMount = (path: string, make: () => Promise<object>): Mount => {
  let body: string | undefined;
  return {
    claims: (requestPath) => requestPath === path,
    serve: async (request, response) => {
      assertReadRequest(request);
      body ??= JSON.stringify(await make());
      await writeCompressed(request, response, { statusCode: 200, headers: dataHeaders, body });
    },
  };
};
