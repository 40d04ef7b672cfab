import type { IntegrationType } from './catalogue-entry.schema.ts';
import { onePassword } from './catalogue/1password.ts';
import { abuseipdb } from './catalogue/abuseipdb.ts';
import { anthropic } from './catalogue/anthropic.ts';
import { auth0 } from './catalogue/auth0.ts';
import { aws } from './catalogue/aws.ts';
import { awsSes } from './catalogue/aws_ses.ts';
import { azure } from './catalogue/azure.ts';
import { azureDevops } from './catalogue/azure_devops.ts';
import { bedrock } from './catalogue/bedrock.ts';
import { bitbucket } from './catalogue/bitbucket.ts';
import { cloudflare } from './catalogue/cloudflare.ts';
import { confluence } from './catalogue/confluence.ts';
import { conformity } from './catalogue/conformity.ts';
import { crowdstrike } from './catalogue/crowdstrike.ts';
import { customModel } from './catalogue/custom_model.ts';
import { datadog } from './catalogue/datadog.ts';
import { digitalocean } from './catalogue/digitalocean.ts';
import { discord } from './catalogue/discord.ts';
import { elastic } from './catalogue/elastic.ts';
import { entraId } from './catalogue/entra_id.ts';
import { freshservice } from './catalogue/freshservice.ts';
import { gcp } from './catalogue/gcp.ts';
import { github } from './catalogue/github.ts';
import { gitlab } from './catalogue/gitlab.ts';
import { googleChat } from './catalogue/google_chat.ts';
import { grafana } from './catalogue/grafana.ts';
import { guardduty } from './catalogue/guardduty.ts';
import { jira } from './catalogue/jira.ts';
import { jumpcloud } from './catalogue/jumpcloud.ts';
import { kubernetes } from './catalogue/kubernetes.ts';
import { linux } from './catalogue/linux.ts';
import { mcp } from './catalogue/mcp.ts';
import { misp } from './catalogue/misp.ts';
import { msTeams } from './catalogue/ms_teams.ts';
import { okta } from './catalogue/okta.ts';
import { openai } from './catalogue/openai.ts';
import { opsgenie } from './catalogue/opsgenie.ts';
import { pagerduty } from './catalogue/pagerduty.ts';
import { postgres } from './catalogue/postgres.ts';
import { qualys } from './catalogue/qualys.ts';
import { rapid7 } from './catalogue/rapid7.ts';
import { restApi } from './catalogue/rest_api.ts';
import { securityHub } from './catalogue/security_hub.ts';
import { sentinelone } from './catalogue/sentinelone.ts';
import { sentry } from './catalogue/sentry.ts';
import { servicenow } from './catalogue/servicenow.ts';
import { shodan } from './catalogue/shodan.ts';
import { slack } from './catalogue/slack.ts';
import { smtp } from './catalogue/smtp.ts';
import { snyk } from './catalogue/snyk.ts';
import { splunk } from './catalogue/splunk.ts';
import { tenable } from './catalogue/tenable.ts';
import { terraform } from './catalogue/terraform.ts';
import { twilio } from './catalogue/twilio.ts';
import { vault } from './catalogue/vault.ts';
import { virustotal } from './catalogue/virustotal.ts';
import { webhook } from './catalogue/webhook.ts';
import { wiz } from './catalogue/wiz.ts';
import { zendesk } from './catalogue/zendesk.ts';
import { requestableTypes } from './catalogue/requestable.ts';

/** All types that can be connected or requested, sorted by display name. */
export const catalogue: readonly IntegrationType[] = [
  abuseipdb,
  anthropic,
  auth0,
  aws,
  awsSes,
  azure,
  azureDevops,
  bedrock,
  bitbucket,
  cloudflare,
  confluence,
  conformity,
  crowdstrike,
  customModel,
  datadog,
  digitalocean,
  discord,
  elastic,
  entraId,
  freshservice,
  gcp,
  github,
  gitlab,
  googleChat,
  grafana,
  guardduty,
  jira,
  jumpcloud,
  kubernetes,
  linux,
  mcp,
  misp,
  msTeams,
  okta,
  onePassword,
  openai,
  opsgenie,
  pagerduty,
  postgres,
  qualys,
  rapid7,
  restApi,
  securityHub,
  sentinelone,
  sentry,
  servicenow,
  shodan,
  slack,
  smtp,
  snyk,
  splunk,
  tenable,
  terraform,
  twilio,
  vault,
  virustotal,
  webhook,
  wiz,
  zendesk,
  ...requestableTypes,
].sort((a, b) => (a.displayName.toLowerCase() < b.displayName.toLowerCase() ? -1 : 1));

const byName: ReadonlyMap<string, IntegrationType> = new Map(
  catalogue.map((type) => [type.name, type]),
);

/** The type with this name; undefined if the catalogue has none. */
export const integrationTypeOf = (name: string): IntegrationType | undefined => byName.get(name);
