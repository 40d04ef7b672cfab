/**
 * Types of integrations whose servers do not belong to the organisation, or may be anybody's:
 * requests reveal their content to others. Requests to an account of the organisation do not.
 */
const lookupTypes = ['abuseipdb', 'shodan', 'virustotal'];
const anyServerTypes = ['rest_api', 'webhook'];

/** They return public information, and store nothing of the organisation. */
export const publicTypes: ReadonlySet<string> = new Set(lookupTypes);

export const outsideTypes: ReadonlySet<string> = new Set([...lookupTypes, ...anyServerTypes]);
