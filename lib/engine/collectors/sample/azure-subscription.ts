import type { Row } from '#lib/domain/inventory/snapshots/snapshot.schema.ts';
import type { SampleTables } from '../sample.ts';
import { azureDirectory } from './azure-directory.ts';
import { azureResource, subscription, subscriptionPath } from './azure-resource.ts';
import { daysAgo } from './days.ts';

const approved = {
  private_endpoint_connections: [
    { Name: 'sample', PrivateLinkServiceConnectionStateStatus: 'Approved' },
  ],
};

const storage = (name: string, columns: Row = {}) =>
  azureResource('Microsoft.Storage/storageAccounts', name, {
    kind: 'StorageV2',
    sku_name: 'Standard_GRS',
    sku_tier: 'Standard',
    enable_https_traffic_only: true,
    minimum_tls_version: 'TLS1_2',
    allow_blob_public_access: false,
    allow_shared_key_access: false,
    allow_cross_tenant_replication: false,
    default_to_oauth_authentication: true,
    network_rule_default_action: 'Deny',
    public_network_access: 'Disabled',
    blob_soft_delete_enabled: true,
    blob_container_soft_delete_enabled: true,
    blob_versioning_enabled: true,
    encryption_key_source: 'Microsoft.Storage',
    ...approved,
    ...columns,
  });

const inbound = (name: string, source: string, port: string, priority: number) => ({
  name,
  properties: {
    access: 'Allow',
    direction: 'Inbound',
    protocol: 'TCP',
    priority,
    sourceAddressPrefix: source,
    sourcePortRange: '*',
    destinationAddressPrefix: '*',
    destinationPortRange: port,
    destinationPortRanges: [],
  },
});

const group = (name: string, ...security_rules: Row[]) =>
  azureResource('Microsoft.Network/networkSecurityGroups', name, { security_rules });

const groupPath = (name: string) =>
  azureResource('Microsoft.Network/networkSecurityGroups', name).id;

const subnet = (name: string, guard: string | null) =>
  azureResource('Microsoft.Network/virtualNetworks/sample-network/subnets', name, {
    region: null,
    virtual_network_name: 'sample-network',
    network_security_group_id: guard && groupPath(guard),
  });

const sqlServer = (name: string, audit: string, protector: string) =>
  azureResource('Microsoft.Sql/servers', name, {
    version: '12.0',
    state: 'Ready',
    minimal_tls_version: '1.2',
    fully_qualified_domain_name: `${name}.database.example.com`,
    server_audit_policy: [{ properties: { state: audit } }],
    encryption_protector: [{ kind: protector.toLowerCase(), serverKeyType: protector }],
  });

const vault = (name: string, audited: boolean, columns: Row = {}) =>
  azureResource('Microsoft.KeyVault/vaults', name, {
    vault_uri: `https://${name}.vault.example.com/`,
    sku_name: 'standard',
    soft_delete_enabled: true,
    purge_protection_enabled: true,
    enable_rbac_authorization: true,
    diagnostic_settings: [
      {
        name: 'sample-logs',
        properties: { logs: [{ category: 'AuditEvent', enabled: audited }], metrics: [] },
      },
    ],
    ...columns,
  });

/** A key or secret of the vault. */
const vaultItem = (kind: string, name: string, expires_at: string | null) => ({
  ...subscription,
  id: `${azureResource('Microsoft.KeyVault/vaults', 'sample-vault').id}/${kind}/${name}`,
  name,
  title: name,
  vault_name: 'sample-vault',
  region: 'westeurope',
  resource_group: 'sample',
  enabled: true,
  expires_at,
});

const machine = (name: string, columns: Row) =>
  azureResource('Microsoft.Compute/virtualMachines', name, {
    size: 'Standard_D2s_v5',
    os_type: 'Linux',
    power_state: 'running',
    disable_password_authentication: true,
    ...columns,
  });

const plan = (name: string, pricing_tier: string) => ({
  ...subscription,
  id: `${subscriptionPath}/providers/Microsoft.Security/pricings/${name}`,
  name,
  title: name,
  pricing_tier,
});

const alert = (name: string, operation: string, enabled = true) =>
  azureResource('Microsoft.Insights/activityLogAlerts', name, {
    region: 'global',
    location: 'Global',
    enabled,
    scopes: [subscriptionPath],
    condition: {
      allOf: [
        { field: 'category', equals: 'Administrative' },
        { field: 'operationName', equals: `Microsoft.${operation}` },
      ],
    },
  });

/** A sample subscription, mostly well configured, except for the trials. */
export const azureSubscription: SampleTables = {
  ...azureDirectory,
  azure_subscription: [
    {
      ...subscription,
      id: subscriptionPath,
      display_name: 'Sample subscription',
      title: 'Sample subscription',
      state: 'Enabled',
    },
  ],
  azure_location: [
    {
      ...subscription,
      id: `${subscriptionPath}/locations/westeurope`,
      name: 'westeurope',
      display_name: 'West Europe',
      title: 'West Europe',
    },
  ],
  azure_storage_account: [
    storage('sampleinvoices'),
    storage('samplebackups', { sku_name: 'Standard_RAGRS' }),
    storage('sampledownloads', {
      sku_name: 'Standard_LRS',
      minimum_tls_version: 'TLS1_0',
      allow_blob_public_access: true,
      allow_shared_key_access: true,
      network_rule_default_action: 'Allow',
      public_network_access: 'Enabled',
      blob_versioning_enabled: false,
      private_endpoint_connections: null,
    }),
  ],
  azure_storage_container: [
    azureResource(
      'Microsoft.Storage/storageAccounts/samplebackups/containers',
      'insights-activity-logs',
      {
        account_name: 'samplebackups',
      },
    ),
  ],
  azure_network_security_group: [
    group('sample-web', inbound('https', '*', '443', 100)),
    group('sample-database', inbound('inside', 'VirtualNetwork', '5432', 100)),
    group('sample-trial', inbound('ssh', '*', '22', 100), inbound('rdp', 'Internet', '3389', 110)),
  ],
  azure_virtual_network: [
    azureResource('Microsoft.Network/virtualNetworks', 'sample-network', {
      address_prefixes: ['10.20.0.0/16'],
      enable_ddos_protection: false,
    }),
  ],
  azure_subnet: [
    subnet('sample-web', 'sample-web'),
    subnet('sample-database', 'sample-database'),
    subnet('sample-trial', null),
  ],
  azure_network_watcher: [
    azureResource('Microsoft.Network/networkWatchers', 'sample-watcher', {
      provisioning_state: 'Succeeded',
    }),
  ],
  azure_sql_server: [
    sqlServer('sample-orders', 'Enabled', 'AzureKeyVault'),
    sqlServer('sample-reports', 'Disabled', 'ServiceManaged'),
  ],
  azure_key_vault: [
    vault('sample-vault', true, approved),
    vault('sample-trial-vault', false, {
      purge_protection_enabled: null,
      enable_rbac_authorization: false,
    }),
  ],
  azure_key_vault_key: [
    vaultItem('keys', 'sample-invoices', daysAgo(-180)),
    vaultItem('keys', 'sample-trial', null),
  ],
  azure_key_vault_secret: [
    vaultItem('secrets', 'sample-gateway', daysAgo(-90)),
    vaultItem('secrets', 'sample-mail', daysAgo(-60)),
  ],
  azure_compute_virtual_machine: [
    machine('sample-web-1', { private_ips: ['10.20.0.4'], public_ips: ['203.0.113.40'] }),
    machine('sample-reports', { private_ips: ['10.20.1.4'], power_state: 'deallocated' }),
  ],
  azure_app_service_function_app: [
    azureResource('Microsoft.Web/sites', 'sample-receipts', { https_only: true }),
    azureResource('Microsoft.Web/sites', 'sample-trial', { https_only: false }),
  ],
  azure_security_center_subscription_pricing: [
    ...['AppServices', 'Arm', 'KeyVaults', 'StorageAccounts'].map((name) => plan(name, 'Standard')),
    ...['SqlServers', 'SqlServerVirtualMachines', 'OpenSourceRelationalDatabases'].map((name) =>
      plan(name, 'Free'),
    ),
  ],
  azure_security_center_contact: [
    {
      ...subscription,
      id: `${subscriptionPath}/providers/Microsoft.Security/securityContacts/default`,
      name: 'default',
      email: 'security@example.com',
      alert_notifications: 'On',
      notifications_by_role: { state: 'On', roles: ['Owner'] },
    },
  ],
  azure_diagnostic_setting: [
    {
      ...subscription,
      id: `${subscriptionPath}/providers/Microsoft.Insights/diagnosticSettings/sample-all`,
      name: 'sample-all',
    },
  ],
  azure_log_alert: [
    alert('sample-policy-assigned', 'Authorization/policyAssignments/write'),
    alert('sample-policy-removed', 'Authorization/policyAssignments/delete'),
    alert('sample-group-changed', 'Network/networkSecurityGroups/write'),
    alert('sample-group-gone', 'Network/networkSecurityGroups/delete'),
    alert('sample-sql-firewall', 'Sql/servers/firewallRules/write'),
    alert('sample-address', 'Network/publicIPAddresses/write', false),
  ],
};
