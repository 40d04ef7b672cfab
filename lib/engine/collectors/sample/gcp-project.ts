import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';
import { daysAgo } from './days.ts';

const project = 'sample-project';
const at = { project, location: 'europe-west1' };

const link = (service: string, path: string): string =>
  `https://${service}.googleapis.com/v1/projects/${project}/${path}`;
const compute = (path: string): string =>
  `https://www.googleapis.com/compute/v1/projects/${project}/${path}`;
const email = (name: string): string => `${name}@${project}.iam.gserviceaccount.com`;

const network = compute('global/networks/sample-network');

const bucket = (name: string, members: string[], columns: Row = {}) => ({
  ...at,
  name,
  title: name,
  self_link: `https://www.googleapis.com/storage/v1/b/${name}`,
  storage_class: 'STANDARD',
  versioning_enabled: true,
  iam_configuration_uniform_bucket_level_access_enabled: true,
  iam_configuration_public_access_prevention: 'enforced',
  iam_policy: { bindings: [{ role: 'roles/storage.objectViewer', members }] },
  labels: { env: 'sample' },
  ...columns,
});

const instance = (name: string, columns: Row = {}) => ({
  ...at,
  name,
  title: name,
  self_link: compute(`zones/europe-west1-b/instances/${name}`),
  zone_name: 'europe-west1-b',
  machine_type_name: 'n2d-standard-2',
  status: 'RUNNING',
  can_ip_forward: false,
  network_interfaces: [{ network, networkIP: '10.30.0.5' }],
  service_accounts: [{ email: email('sample-web'), scopes: ['cloud-platform'] }],
  metadata: { items: [{ key: 'block-project-ssh-keys', value: 'TRUE' }] },
  shielded_instance_config: { enableVtpm: true, enableIntegrityMonitoring: true },
  confidential_instance_config: { enableConfidentialCompute: true },
  labels: { env: 'sample' },
  ...columns,
});

const firewall = (name: string, source: string, ...ports: string[]) => ({
  ...at,
  location: 'global',
  name,
  title: name,
  self_link: compute(`global/firewalls/${name}`),
  network,
  direction: 'INGRESS',
  disabled: false,
  priority: 1000,
  source_ranges: [source],
  allowed: [{ IPProtocol: 'tcp', ports }],
});

const disk = (name: string, disk_encryption_key_type: string) => ({
  ...at,
  name,
  title: name,
  self_link: compute(`zones/europe-west1-b/disks/${name}`),
  size_gb: 50,
  disk_encryption_key_type,
});

const subnet = (name: string, ip_cidr_range: string, enable_flow_logs: boolean) => ({
  ...at,
  name,
  title: name,
  self_link: compute(`regions/europe-west1/subnetworks/${name}`),
  network,
  ip_cidr_range,
  purpose: 'PRIVATE',
  enable_flow_logs,
});

const net = (name: string) => ({
  ...at,
  location: 'global',
  name,
  title: name,
  self_link: compute(`global/networks/${name}`),
  routing_mode: 'REGIONAL',
});

const flags = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const database = (name: string, database_version: string, columns: Row) => ({
  ...at,
  name,
  title: name,
  self_link: link('sqladmin', `instances/${name}`),
  database_version,
  state: 'RUNNABLE',
  instance_type: 'CLOUD_SQL_INSTANCE',
  backup_enabled: true,
  ip_addresses: [{ type: 'PRIVATE', ipAddress: '10.30.1.9' }],
  ip_configuration: { sslMode: 'ENCRYPTED_ONLY', authorizedNetworks: [] },
  ...columns,
});

const account = (name: string, display_name: string) => ({
  project,
  location: 'global',
  name: email(name),
  email: email(name),
  display_name,
  title: display_name,
  disabled: false,
});

const accountKey = (name: string, owner: string, key_type: string, days: number) => ({
  project,
  location: 'global',
  name,
  title: name,
  service_account_name: email(owner),
  key_type,
  valid_after_time: daysAgo(days),
});

const key = (name: string, days: number) => ({
  ...at,
  name,
  title: name,
  self_link: link('cloudkms', `locations/europe-west1/keyRings/sample/cryptoKeys/${name}`),
  key_ring_name: 'sample',
  purpose: 'ENCRYPT_DECRYPT',
  rotation_period: `${days * 86_400}s`,
  next_rotation_time: daysAgo(-days + 1),
  iam_policy: {
    bindings: [
      { role: 'roles/cloudkms.cryptoKeyEncrypter', members: ['user:ada.sample@example.com'] },
    ],
  },
});

const dataset = (name: string, columns: Row) => ({
  ...at,
  dataset_id: name,
  name,
  title: name,
  self_link: link('bigquery', `datasets/${name}`),
  ...columns,
});

const owner = { role: 'OWNER', userByEmail: 'ada.sample@example.com' };

const service = (name: string, state: string) => ({
  project,
  location: 'global',
  name: `${name}.googleapis.com`,
  state,
});

const binding = (role: string, ...members: string[]) => ({ role: `roles/${role}`, members });
const ada = 'user:ada.sample@example.com';

/** A sample project, of which the shop is well configured, but reports and trials are not. */
export const gcpProject: SampleTables = {
  gcp_project: [
    {
      ...at,
      location: 'global',
      self_link: `https://cloudresourcemanager.googleapis.com/v1/projects/${project}`,
      name: 'Sample project',
      title: 'Sample project',
      project_id: project,
      project_number: '555555555555',
      lifecycle_state: 'ACTIVE',
    },
  ],
  gcp_project_service: [service('compute', 'ENABLED'), service('cloudasset', 'ENABLED')],
  gcp_storage_bucket: [
    bucket('sample-invoices', [ada]),
    bucket('sample-backups', [ada]),
    bucket('sample-public-downloads', [ada, 'allUsers'], {
      iam_configuration_uniform_bucket_level_access_enabled: false,
      iam_configuration_public_access_prevention: 'inherited',
    }),
  ],
  gcp_compute_instance: [
    instance('sample-web-1'),
    instance('sample-web-2', { confidential_instance_config: null }),
    instance('sample-reports', {
      can_ip_forward: true,
      network_interfaces: [{ networkIP: '10.30.0.7', accessConfigs: [{ natIP: '203.0.113.70' }] }],
      service_accounts: [
        {
          email: '555555555555-compute@developer.gserviceaccount.com',
          scopes: ['https://www.googleapis.com/auth/cloud-platform'],
        },
      ],
      metadata: {
        items: [
          { key: 'serial-port-enable', value: '1' },
          { key: 'enable-oslogin', value: 'FALSE' },
        ],
      },
      shielded_instance_config: { enableVtpm: false, enableIntegrityMonitoring: false },
      confidential_instance_config: null,
    }),
  ],
  gcp_compute_project_metadata: [
    {
      project,
      location: 'global',
      common_instance_metadata: { items: [{ key: 'enable-oslogin', value: 'TRUE' }] },
    },
  ],
  gcp_compute_disk: [
    disk('sample-web-1', 'Customer supplied'),
    disk('sample-reports', 'Google managed'),
  ],
  gcp_compute_firewall: [
    firewall('sample-web', '0.0.0.0/0', '443'),
    firewall('sample-inside', '10.30.0.0/16', '22', '5432'),
    firewall('sample-trial', '0.0.0.0/0', '22', '3389'),
  ],
  gcp_compute_network: [net('sample-network'), net('default')],
  gcp_compute_subnetwork: [
    subnet('sample-web', '10.30.0.0/24', true),
    subnet('sample-database', '10.30.1.0/24', true),
    subnet('sample-trial', '10.30.9.0/24', false),
  ],
  gcp_sql_database_instance: [
    database('sample-orders', 'POSTGRES_17', {
      database_flags: flags({
        log_connections: 'on',
        log_disconnections: 'on',
        log_statement: 'ddl',
        log_error_verbosity: 'default',
        log_min_messages: 'warning',
        log_min_error_statement: 'error',
        log_min_duration_statement: '-1',
        'cloudsql.enable_pgaudit': 'on',
      }),
    }),
    database('sample-blog', 'MYSQL_8_4', {
      backup_enabled: false,
      ip_addresses: [{ type: 'PRIMARY', ipAddress: '203.0.113.71' }],
      ip_configuration: {
        sslMode: 'ALLOW_UNENCRYPTED_AND_ENCRYPTED',
        authorizedNetworks: [{ value: '0.0.0.0/0' }],
      },
      database_flags: flags({ local_infile: 'off', skip_show_database: 'off' }),
    }),
  ],
  gcp_service_account: [
    account('sample-web', 'Sample web'),
    account('sample-reports', 'Sample reports'),
  ],
  gcp_service_account_key: [
    accountKey('sample-key-1', 'sample-web', 'SYSTEM_MANAGED', 5),
    accountKey('sample-key-2', 'sample-reports', 'USER_MANAGED', 400),
    accountKey('sample-key-3', 'sample-reports', 'USER_MANAGED', 20),
  ],
  gcp_iam_policy: [
    {
      project,
      location: 'global',
      title: project,
      bindings: [
        binding('owner', ada),
        binding('viewer', 'user:bo.sample@example.com'),
        binding('compute.instanceAdmin', `serviceAccount:${email('sample-reports')}`),
      ],
    },
  ],
  gcp_audit_policy: [
    {
      project,
      location: 'global',
      service: 'allServices',
      audit_log_configs: [{ logType: 'ADMIN_READ' }, { logType: 'DATA_WRITE' }],
    },
  ],
  gcp_kms_key: [key('sample-invoices', 90), key('sample-trial', 365)],
  gcp_bigquery_dataset: [
    dataset('sample_sales', {
      access: [owner, { role: 'READER', specialGroup: 'projectReaders' }],
      kms_key_name: `projects/${project}/cryptoKeys/sample-invoices`,
    }),
    dataset('sample_open_data', { access: [owner, { role: 'READER', iamMember: 'allUsers' }] }),
  ],
};
