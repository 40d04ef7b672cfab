import type { AgentType } from './agent-platform.schema.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL points to the loopback interface of this machine. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname);

/** Whether nobody can read what an agent sends to this URL: HTTPS, or HTTP on loopback. */
export const isSecureUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

const remedy = 'Start it with PUBLIC_URL=https://…, the address of a proxy in front of it.';

type SiteReach = {
  /** Why an agent of this type could not work at all. */
  unusable?: string;
  /** Where an agent would have to run in order to work. */
  warning?: string;
};

/** Whether agents can reach the product at its address; the sentences are for the installer. */
export const siteReachOf = (site: string, type: AgentType): SiteReach => {
  const url = new URL(site);
  if (!isSecureUrl(url)) {
    return { unusable: `Agents call https:// only, and Cloudwarden is at ${site}. ${remedy}` };
  }
  if (!isLoopback(url)) return {};
  if (type === 'linux') {
    const warning = `Only an agent on this machine can reach Cloudwarden at ${site}. ${remedy}`;
    return { warning };
  }
  return { unusable: `No cluster can reach Cloudwarden: it is at ${site}. ${remedy}` };
};
