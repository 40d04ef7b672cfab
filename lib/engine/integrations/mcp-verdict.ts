import type { ConnectionVerdict } from '#lib/domain/integrations/connection-test.service.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import type { TokenDeps } from './fetch-token.ts';
import { shownName } from './shown-name.ts';
import { newTokenCache } from './tokens.ts';

/** Tests an MCP server by listing its tools, from which people choose in the forms of agents. */
export const testMcpServer = async (
  integration: OpenedIntegration,
  deps: TokenDeps,
): Promise<ConnectionVerdict> => {
  const { listServerTools } = await import('./mcp.ts');
  const { tools, incomplete, name } = await listServerTools(integration, {
    ...deps,
    tokens: newTokenCache(),
  });
  const connected_as = shownName(name);
  const mcp = { mcp_tools: tools, mcp_tools_incomplete: incomplete };
  return { ok: true, ...mcp, ...(connected_as !== undefined && { connected_as }) };
};
