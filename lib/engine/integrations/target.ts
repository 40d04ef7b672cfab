import { isAllowedHost } from '#lib/domain/integrations/host.rules.ts';
import type { OpenedIntegration } from '#lib/domain/integrations/opened-integration.ts';
import { parseTarget } from '../outgoing/redirect.ts';
import { OutgoingError } from '../outgoing/request.ts';

/** Why the secrets of an integration must not be sent to a URL. */
export const wrongHostError = ({ alias, hosts }: OpenedIntegration, url: URL): OutgoingError => {
  const scheme = url.protocol === 'http:' ? 'http://' : '';
  const destination = hosts.length === 0 ? 'nowhere' : `to ${hosts.join(', ')} only`;
  const refusedHost = `${scheme}${url.host}`;
  const problem = `The secrets of "${alias}" may be sent ${destination}, not to ${refusedHost}.`;
  return new OutgoingError('request', `${problem} Check the address, or the integration.`);
};

/** The URL of a request. Throws an `OutgoingError` where the secrets may not be sent there. */
export const targetFor = (address: string, integration: OpenedIntegration): URL => {
  const url = parseTarget(address, 'request');
  if (!isAllowedHost(integration, url)) throw wrongHostError(integration, url);
  return url;
};
