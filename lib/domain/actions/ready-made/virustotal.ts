import { readyMade, text } from '../ready-made.schema.ts';

const result = '/data/attributes';

export const virustotalActions = readyMade('virustotal', {
  look_up_file: {
    name: 'Look up a file at VirusTotal',
    description: 'Reads what scanners say about a file, by its hash.',
    parameters: [text('hash', 'Hash', 'The MD5, SHA-1 or SHA-256 of the file.')],
    call: { method: 'GET', path: '/api/v3/files/{hash}', result },
  },
  look_up_address: {
    name: 'Look up an IP address at VirusTotal',
    description: 'Reads what scanners say about an IP address.',
    parameters: [text('address', 'IP address', 'The address to look up.')],
    call: { method: 'GET', path: '/api/v3/ip_addresses/{address}', result },
  },
  look_up_domain: {
    name: 'Look up a domain at VirusTotal',
    description: 'Reads what scanners say about a domain.',
    parameters: [text('domain', 'Domain', 'Such as example.com.')],
    call: { method: 'GET', path: '/api/v3/domains/{domain}', result },
  },
});
