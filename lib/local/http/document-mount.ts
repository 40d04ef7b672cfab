import { type Mount, mustRead, sendJson } from './respond.ts';

/** A JSON document at a fixed path, made when it is first asked for. */
export const documentMount = (path: string, make: () => Promise<object>): Mount => {
  let made: object | undefined;
  return {
    claims: (given) => given === path,
    serve: async (request, response) => {
      mustRead(request);
      made ??= await make();
      sendJson(response, 200, made);
    },
  };
};
