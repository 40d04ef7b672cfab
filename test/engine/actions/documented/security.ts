import { canary } from '../../integrations/samples.ts';
import { type DocumentedActions, noContent } from './exchange.ts';

const abuseipdb = 'https://api.abuseipdb.com/api/v2';
const falcon = 'https://api.crowdstrike.com/devices/entities';
const host = '0123456789abcdef0123456789abcdef';
const contained = { resources: [{ id: host, path: '/devices' }], errors: [], meta: {} };
const sentinelone = 'https://acme.example.com/web/api/v2.1/agents/actions';
const agent = '225494730938493804';
const affected = { data: { affected: 1 } };
const virustotal = 'https://www.virustotal.com/api/v3';
const sha = '44d88612fea8a8f36de82e1278abb02f';
const stats = { last_analysis_stats: { malicious: 60 } };

const vault = 'https://api.example.com:8443/base/v1';

export const security: DocumentedActions = {
  'abuseipdb.check_address': {
    given: { address: '198.51.100.4', days: 90 },
    call: `GET ${abuseipdb}/check?ipAddress=198.51.100.4&maxAgeInDays=90`,
    headers: { accept: 'application/json' },
    answer: [200, { data: { ipAddress: '198.51.100.4', abuseConfidenceScore: 100 } }],
    result: { ipAddress: '198.51.100.4', abuseConfidenceScore: 100 },
  },
  'abuseipdb.report_address': {
    given: { address: '198.51.100.4', categories: '18,22', comment: 'SSH login attempts.' },
    call: `POST ${abuseipdb}/report`,
    headers: { accept: 'application/json' },
    body: 'ip=198.51.100.4&categories=18%2C22&comment=SSH+login+attempts.',
    answer: [200, { data: { ipAddress: '198.51.100.4', abuseConfidenceScore: 52 } }],
    result: { ipAddress: '198.51.100.4', abuseConfidenceScore: 52 },
  },
  'crowdstrike.get_host': {
    given: { host },
    call: `GET ${falcon}/devices/v2?ids=${host}`,
    answer: [200, { resources: [{ device_id: host, status: 'normal' }], errors: [], meta: {} }],
    result: { device_id: host, status: 'normal' },
  },
  'crowdstrike.contain_host': {
    given: { host },
    call: `POST ${falcon}/devices-actions/v2?action_name=contain`,
    body: { ids: [host] },
    answer: [202, contained],
    result: contained.resources,
  },
  'crowdstrike.lift_containment': {
    given: { host },
    call: `POST ${falcon}/devices-actions/v2?action_name=lift_containment`,
    body: { ids: [host] },
    answer: [202, contained],
    result: contained.resources,
  },
  'sentinelone.disconnect': {
    given: { agent },
    call: `POST ${sentinelone}/disconnect`,
    body: { filter: { ids: [agent] } },
    answer: [200, affected],
    result: affected.data,
  },
  'sentinelone.connect': {
    given: { agent },
    call: `POST ${sentinelone}/connect`,
    body: { filter: { ids: [agent] } },
    answer: [200, affected],
    result: affected.data,
  },
  'sentinelone.scan': {
    given: { agent },
    call: `POST ${sentinelone}/initiate-scan`,
    body: { filter: { ids: [agent] } },
    answer: [200, affected],
    result: affected.data,
  },
  'virustotal.look_up_file': {
    given: { hash: sha },
    call: `GET ${virustotal}/files/${sha}`,
    answer: [200, { data: { type: 'file', id: sha, attributes: stats } }],
    result: stats,
  },
  'virustotal.look_up_address': {
    given: { address: '198.51.100.4' },
    call: `GET ${virustotal}/ip_addresses/198.51.100.4`,
    answer: [200, { data: { type: 'ip_address', id: '198.51.100.4', attributes: stats } }],
    result: stats,
  },
  'virustotal.look_up_domain': {
    given: { domain: 'example.com' },
    call: `GET ${virustotal}/domains/example.com`,
    answer: [200, { data: { type: 'domain', id: 'example.com', attributes: stats } }],
    result: stats,
  },
  'vault.revoke_lease': {
    given: { lease: 'postgresql/creds/readonly/abcd-1234' },
    call: `POST ${vault}/sys/leases/revoke`,
    body: { lease_id: 'postgresql/creds/readonly/abcd-1234' },
    answer: noContent,
  },
  'vault.revoke_token': {
    given: { accessor: '2c84f488-2133-4ced-87b0-570f93a76830' },
    call: `POST ${vault}/auth/token/revoke-accessor`,
    body: { accessor: '2c84f488-2133-4ced-87b0-570f93a76830' },
    answer: noContent,
  },
  'vault.rotate_database_password': {
    given: { role: 'shop', mount: 'database' },
    call: `POST ${vault}/database/rotate-role/shop`,
    answer: noContent,
  },
  'tenable.launch_scan': {
    given: { scan: '11' },
    call: 'POST https://cloud.tenable.com/scans/11/launch',
    answer: [200, { scan_uuid: '44346bcb-4afc-4db0-b283-2dd823fa8579' }],
  },
  'tenable.list_vulnerabilities': {
    given: { asset: host },
    call: `GET https://cloud.tenable.com/workbenches/assets/${host}/vulnerabilities`,
    answer: [200, { vulnerabilities: [{ plugin_id: 51192, severity: 2 }], total_asset_count: 0 }],
    result: [{ plugin_id: 51192, severity: 2 }],
  },
  'misp.search_attributes': {
    given: { types: ['domain', 'ip-dst'], to_ids: 1, last: '1d', limit: 500 },
    call: 'POST https://api.example.com:8443/base/attributes/restSearch',
    headers: { accept: 'application/json' },
    body: {
      returnFormat: 'json',
      type: ['domain', 'ip-dst'],
      to_ids: 1,
      last: '1d',
      limit: 500,
    },
    answer: [200, { response: { Attribute: [{ id: '8', value: 'bad.example' }] } }],
    result: [{ id: '8', value: 'bad.example' }],
  },
  'misp.add_sighting': {
    given: { value: 'bad.example' },
    call: 'POST https://api.example.com:8443/base/sightings/add',
    body: { values: ['bad.example'] },
    answer: [200, { Sighting: { id: '1', attribute_id: '8' } }],
  },
  'shodan.look_up_address': {
    given: { address: '198.51.100.4' },
    call:
      'GET https://api.shodan.io/shodan/host/198.51.100.4' +
      `?${new URLSearchParams({ key: canary('api_key') }).toString()}`,
    answer: [200, { ip_str: '198.51.100.4', ports: [22, 443] }],
  },
};
