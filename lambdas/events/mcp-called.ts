import manifest from '../../package.json' with { type: 'json' };
import { log } from '../deps/process.ts';
import { mcpHandler } from '../mcp-handler.ts';

export const handler = mcpHandler({ fetchApi: fetch, version: manifest.version, log });
