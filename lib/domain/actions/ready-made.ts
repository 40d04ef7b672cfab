import type { Action } from './definition.schema.ts';
import { onePasswordActions } from './ready-made/1password.ts';
import { abuseipdbActions } from './ready-made/abuseipdb.ts';
import { auth0Actions } from './ready-made/auth0.ts';
import { awsComputeActions } from './ready-made/aws-compute.ts';
import { awsDataActions } from './ready-made/aws-data.ts';
import { awsFindingsActions } from './ready-made/aws-findings.ts';
import { awsIdentityActions } from './ready-made/aws-identity.ts';
import { awsNetworkActions } from './ready-made/aws-network.ts';
import { azureActions } from './ready-made/azure.ts';
import { azureDevopsActions } from './ready-made/azure_devops.ts';
import { bitbucketActions } from './ready-made/bitbucket.ts';
import { cloudflareActions } from './ready-made/cloudflare.ts';
import { confluenceActions } from './ready-made/confluence.ts';
import { conformityActions } from './ready-made/conformity.ts';
import { crowdstrikeActions } from './ready-made/crowdstrike.ts';
import { datadogActions } from './ready-made/datadog.ts';
import { digitaloceanActions } from './ready-made/digitalocean.ts';
import { elasticActions } from './ready-made/elastic.ts';
import { entraIdActions } from './ready-made/entra_id.ts';
import { freshserviceActions } from './ready-made/freshservice.ts';
import { gcpActions } from './ready-made/gcp.ts';
import { githubActions } from './ready-made/github.ts';
import { gitlabActions } from './ready-made/gitlab.ts';
import { grafanaActions } from './ready-made/grafana.ts';
import { jiraActions } from './ready-made/jira.ts';
import { jumpcloudActions } from './ready-made/jumpcloud.ts';
import { kubernetesActions } from './ready-made/kubernetes.ts';
import { linuxActions } from './ready-made/linux.ts';
import { mispActions } from './ready-made/misp.ts';
import { oktaActions } from './ready-made/okta.ts';
import { opsgenieActions } from './ready-made/opsgenie.ts';
import { pagerdutyActions } from './ready-made/pagerduty.ts';
import { postgresActions } from './ready-made/postgres.ts';
import { privateAddressActions } from './ready-made/private-addresses.ts';
import { qualysActions } from './ready-made/qualys.ts';
import { rapid7Actions } from './ready-made/rapid7.ts';
import { sentineloneActions } from './ready-made/sentinelone.ts';
import { sentryActions } from './ready-made/sentry.ts';
import { servicenowActions } from './ready-made/servicenow.ts';
import { shodanActions } from './ready-made/shodan.ts';
import { slackActions } from './ready-made/slack.ts';
import { snykActions } from './ready-made/snyk.ts';
import { splunkActions } from './ready-made/splunk.ts';
import { tenableActions } from './ready-made/tenable.ts';
import { terraformActions } from './ready-made/terraform.ts';
import { twilioActions } from './ready-made/twilio.ts';
import { vaultActions } from './ready-made/vault.ts';
import { virustotalActions } from './ready-made/virustotal.ts';
import { wizActions } from './ready-made/wiz.ts';
import { zendeskActions } from './ready-made/zendesk.ts';

/** All ready-made actions, sorted by name. */
export const readyMadeActions: readonly Action[] = [
  ...onePasswordActions,
  ...abuseipdbActions,
  ...auth0Actions,
  ...awsComputeActions,
  ...awsDataActions,
  ...awsFindingsActions,
  ...awsIdentityActions,
  ...awsNetworkActions,
  ...azureActions,
  ...azureDevopsActions,
  ...bitbucketActions,
  ...cloudflareActions,
  ...confluenceActions,
  ...conformityActions,
  ...crowdstrikeActions,
  ...datadogActions,
  ...digitaloceanActions,
  ...elasticActions,
  ...entraIdActions,
  ...freshserviceActions,
  ...gcpActions,
  ...githubActions,
  ...gitlabActions,
  ...grafanaActions,
  ...jiraActions,
  ...jumpcloudActions,
  ...kubernetesActions,
  ...linuxActions,
  ...mispActions,
  ...oktaActions,
  ...opsgenieActions,
  ...pagerdutyActions,
  ...postgresActions,
  ...privateAddressActions,
  ...qualysActions,
  ...rapid7Actions,
  ...sentineloneActions,
  ...sentryActions,
  ...servicenowActions,
  ...shodanActions,
  ...slackActions,
  ...snykActions,
  ...splunkActions,
  ...tenableActions,
  ...terraformActions,
  ...twilioActions,
  ...vaultActions,
  ...virustotalActions,
  ...wizActions,
  ...zendeskActions,
].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));

const byId: ReadonlyMap<string, Action> = new Map(
  readyMadeActions.map((action) => [action._id, action]),
);

/** The ready-made action with this id; undefined if there is none. */
export const findReadyMadeAction = (id: string): Action | undefined => byId.get(id);
