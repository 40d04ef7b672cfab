import { type Mount, sendJson } from './respond.ts';

/** A JSON document at a fixed path, made when it is first asked for. */
export const documentMount = (path: string, make: () => Promise<object>): Mount => {
  let made: Promise<object> | undefined;
  return {
    claims: (given, method) => given === path && method === 'GET',
    serve: async (_request, response) => {
      made ??= make();
      sendJson(response, 200, await made);
    },
  };
};
