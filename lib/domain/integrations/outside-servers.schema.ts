/**
 * The types of integrations whose servers are not the organisation's own, or may be anybody's: what
 * they are asked for is told to others. What is asked of an account of its own stays in it.
 */
const lookedUp = ['abuseipdb', 'shodan', 'virustotal'];
const anybodys = ['rest_api', 'webhook'];

/** They answer what everybody may know, and hold nothing of the organisation. */
export const publicTypes: ReadonlySet<string> = new Set(lookedUp);

export const outsideTypes: ReadonlySet<string> = new Set([...lookedUp, ...anybodys]);
