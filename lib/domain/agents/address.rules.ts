import type { AgentType } from './agent-platform.schema.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is of this machine alone. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.test(hostname);

/** Whether what an agent sends there can be read on the way by nobody. */
export const isSafe = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

const remedy = 'Start it with PUBLIC_URL=https://…, the address of a proxy in front of it.';

type Reach = {
  /** Why no agent of this type would work. */
  unusable?: string;
  /** Where alone one would work. */
  warning?: string;
};

/** Whether agents get to the product at its address; sentences for whoever would install one. */
export const reachOf = (site: string, type: AgentType): Reach => {
  const url = new URL(site);
  if (!isSafe(url)) {
    return { unusable: `Agents call https:// only, and Cloudwarden is at ${site}. ${remedy}` };
  }
  if (!isLoopback(url)) return {};
  if (type === 'linux') {
    const warning = `Only an agent on this machine can reach Cloudwarden at ${site}. ${remedy}`;
    return { warning };
  }
  return { unusable: `No cluster can reach Cloudwarden: it is at ${site}. ${remedy}` };
};
