declare module 'dynalite' {
  import type { Server } from 'node:http';

  type Options = { path?: string; createTableMs?: number; deleteTableMs?: number };

  /** An HTTP server that speaks DynamoDB's protocol, in memory or over a LevelDB folder. */
  const dynalite: (options: Options) => Server;
  export default dynalite;
}
