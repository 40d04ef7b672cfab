import { runInNewContext } from 'node:vm';
import type { Route } from '#lib/kernel/route.ts';
import { originSecretHeader } from '#lib/kernel/viewer-headers.ts';
import { allRoutes } from '#lib/routes.ts';
import { accountId, region } from '../../support/account.ts';
import { matchesPattern } from '../../support/iam.ts';
import type { Account, DeployedResource } from './account.ts';
import type { Finding } from './edge.ts';

type Behaviour = {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
};

type Origin = {
  Id: string;
  DomainName: string;
  OriginPath?: string;
  OriginAccessControlId?: string;
  OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[];
};

type Config = { DefaultCacheBehavior: Behaviour; CacheBehaviors: Behaviour[]; Origins: Origin[] };

/** Where a request arrives: the origin and path, or a sentence on why it arrives nowhere. */
type RequestTarget = { origin: Origin; path: string } | string;

const rewrittenPath = (account: Account, { FunctionAssociations = [] }: Behaviour, uri: string) => {
  const edges = FunctionAssociations.filter(({ EventType }) => EventType === 'viewer-request');
  return edges.reduce((path, { FunctionARN }) => {
    const code = account
      .ofType('AWS::CloudFront::Function')
      .find((one) => account.attribute(one, 'FunctionARN') === FunctionARN)?.of.FunctionCode;
    const event = { request: { uri: path, headers: {} }, viewer: { ip: '203.0.113.9' } };
    return String(runInNewContext(`${String(code)}; handler(event).uri`, { event }));
  }, uri);
};

/** Follows a request through CloudFront. */
const followRequest = (
  account: Account,
  config: Config,
  method: string,
  uri: string,
): RequestTarget => {
  const matching = config.CacheBehaviors.find(({ PathPattern = '*' }) =>
    matchesPattern(PathPattern, uri),
  );
  const behaviour = matching ?? config.DefaultCacheBehavior;
  const origin = config.Origins.find(({ Id }) => Id === behaviour.TargetOriginId);
  if (!origin) return `there is no origin ${behaviour.TargetOriginId}`;
  if (!behaviour.AllowedMethods.includes(method)) return 'CloudFront refuses the method';
  return { origin, path: `${origin.OriginPath ?? ''}${rewrittenPath(account, behaviour, uri)}` };
};

const hostOf = (api: DeployedResource | undefined): string =>
  `${api?.ref}.execute-api.${region}.amazonaws.com`;

/** A call of the console must arrive at the operation of its route. */
const callFindings = (
  account: Account,
  config: Config,
  apiUrl: string,
  route: Route,
): Finding[] => {
  const { method, path } = route;
  const subject = `${method} ${apiUrl}/${path}`;
  const uri = `${apiUrl}/${path.replaceAll(/\{\w+\}/g, 'sample')}`;
  const arrival = followRequest(account, config, method, uri);
  if (typeof arrival === 'string') return [`${subject}: ${arrival}`];
  const apis = account.ofType('AWS::ApiGateway::RestApi');
  const api = apis.find((one) => hostOf(one) === arrival.origin.DomainName);
  if (!api) return [`${subject}: ${arrival.origin.DomainName} is no API`];
  const isOperation = account
    .ofType('AWS::ApiGateway::Stage')
    .filter(({ of }) => of.RestApiId === api.ref)
    .flatMap(({ of }) =>
      Object.entries(Object(Object(api.of.Body).paths)).map(
        ([resource, methods]) => [`/${String(of.StageName)}${resource}`, methods] as const,
      ),
    )
    .some(([resource, methods]) => {
      const called = resource.replaceAll(/\{\w+\}/g, 'sample');
      return called === arrival.path && method.toLowerCase() in Object(methods);
    });
  return isOperation ? [] : [`${subject}: the API has no ${arrival.path}`];
};

const pages = ['/', '/app', '/config.json', '/assets/index.js'];

/** A file must come from the bucket that the release was published to. */
const fileFindings = (
  account: Account,
  site: DeployedResource,
  bucket: DeployedResource,
  uri: string,
): Finding[] => {
  const arrival = followRequest(account, site.of.DistributionConfig as Config, 'GET', uri);
  if (typeof arrival === 'string') return [`${uri}: ${arrival}`];
  const { DomainName, OriginAccessControlId: control } = arrival.origin;
  if (DomainName !== account.attribute(bucket, 'RegionalDomainName')) {
    return [`${uri}: ${DomainName} is not the bucket of the release`];
  }
  const isSigned = account
    .ofType('AWS::CloudFront::OriginAccessControl')
    .some((one) => account.attribute(one, 'Id') === control);
  if (!isSigned) return [`${uri}: CloudFront does not sign what it asks the bucket`];
  const from = `arn:aws:cloudfront::${accountId}:distribution/${site.ref}`;
  return [
    {
      subject: `${site.id} ${uri}`,
      caller: { service: 'cloudfront.amazonaws.com', from },
      action: 's3:GetObject',
      resource: `${bucket.arn}${arrival.path}`,
    },
  ];
};

const stagesOf = ({ ofType }: Account): string[] => [
  ...ofType('AWS::ApiGateway::Stage').map(
    ({ of }) => `${hostOf({ ref: of.RestApiId } as DeployedResource)}/${String(of.StageName)}`,
  ),
  ...ofType('AWS::ApiGatewayV2::Stage').map(
    ({ of }) => `${hostOf({ ref: of.ApiId } as DeployedResource)}/${String(of.StageName)}`,
  ),
];

/** The configuration that the console reads at its start must name existing resources. */
const configFindings = (account: Account, config: Record<string, string>): Finding[] => {
  const { userPoolId, userPoolClientId, socketUrl = '', webhookUrl = '' } = config;
  const stages = stagesOf(account);
  return [
    ...(account.named('AWS::Cognito::UserPool', userPoolId) ? [] : ['config.json: no user pool']),
    ...(account.named('AWS::Cognito::UserPoolClient', userPoolClientId)
      ? []
      : ['config.json: no client of the user pool']),
    ...[socketUrl, webhookUrl].flatMap((url) =>
      stages.includes(url.replace(/^\w+:\/\//, '')) ? [] : [`config.json: ${url} is no stage`],
    ),
  ];
};

/** Functions get the console's address: those of the API from its stage. */
const siteUrlFindings = (account: Account, site: DeployedResource): Finding[] => {
  const url = `https://${account.attribute(site, 'DomainName')}`;
  const addresses = [
    ...account
      .ofType('AWS::ApiGateway::Stage')
      .filter(({ id }) => id.startsWith('ConsoleApi'))
      .map(({ id, of }) => [id, Object(of.Variables).siteUrl] as const),
    ...account.ofType('AWS::Lambda::Function').flatMap(({ id, of }) => {
      const { SITE_URL = url } = Object(Object(of.Environment).Variables);
      return [[id, SITE_URL] as const];
    }),
  ];
  return addresses.flatMap(([id, address]) =>
    address === url ? [] : [`${id}: the console is not at ${String(address)}`],
  );
};

/** The authorizer must know the secret by which CloudFront identifies itself to the API. */
const originSecretFindings = (account: Account, { of }: DeployedResource): Finding[] => {
  const authorizer = account.functionOf('authorizer');
  const { ORIGIN_SECRET } = Object(Object(authorizer?.of.Environment).Variables);
  const { Origins } = of.DistributionConfig as Config;
  const headers = Origins.flatMap(({ OriginCustomHeaders = [] }) => OriginCustomHeaders);
  const [sent] = headers.filter(({ HeaderName }) => HeaderName === originSecretHeader);
  const secrets = account.ofType('AWS::SecretsManager::Secret');
  const isSecret = secrets.some(({ ref }) => sent?.HeaderValue.includes(`:${ref}:SecretString`));
  if (isSecret && sent?.HeaderValue === ORIGIN_SECRET) return [];
  return ['authorizer: CloudFront does not send the secret that it is known by'];
};

/** The console: its files, its API and its addresses, starting at CloudFront. */
export const siteFindings = (account: Account): Finding[] => {
  const [site] = account.ofType('AWS::CloudFront::Distribution');
  const [release] = account.ofType('Custom::PublishedSite');
  const bucket = account.named('AWS::S3::Bucket', release?.of.Bucket);
  if (!site || !release || !bucket) return ['There is no site with a release in a bucket.'];
  const config = release.of.Config as Record<string, string>;
  const routes = Object.values(allRoutes).flatMap((area) => Object.values<Route>(area));
  return [
    ...pages.flatMap((uri) => fileFindings(account, site, bucket, uri)),
    ...routes.flatMap((route) =>
      callFindings(account, site.of.DistributionConfig as Config, config.apiUrl ?? '', route),
    ),
    ...configFindings(account, config),
    ...siteUrlFindings(account, site),
    ...originSecretFindings(account, site),
  ];
};
