import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { SpecRestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  CfnDistribution,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  type ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { inertPolicy } from '#lib/kernel/site-headers.ts';
import { originSecretHeader, viewerAddressHeader } from '#lib/kernel/viewer-headers.ts';
import type { ConsoleDomain } from './console-domain.ts';
import { stageName } from './rest-api.ts';
import { consolePolicy, headersPolicy } from './site-headers.ts';

/** Declares `domain` and whether the request came under another name, in a CloudFront function. */
const domainCheck = (domain: string): string => `var domain = '${domain}';
  var isElsewhere = domain && request.headers.host.value.toLowerCase() !== domain;`;

/**
 * The CloudFront function for pages: `/app` is the console's only page, as nothing after `#`
 * reaches a server. With a `domain` ('' if none), requests under CloudFront's name are redirected
 * to it.
 */
export const pageRewrite = (domain: string): string => `function handler(event) {
  var request = event.request;
  ${domainCheck(domain)}
  if (isElsewhere) {
    var location = { value: 'https://' + domain + request.uri };
    return { statusCode: 302, statusDescription: 'Found', headers: { location } };
  }
  if (/^\\/(app\\/?)?$/.test(request.uri)) request.uri = '/index.html';
  return request;
}`;

/**
 * The CloudFront function for API calls: removes the prefix `/api`, and adds the viewer's address.
 * With a `domain`, calls under CloudFront's name are rejected, as it accepts older TLS.
 */
export const apiRewrite = (domain: string): string => `function handler(event) {
  var request = event.request;
  ${domainCheck(domain)}
  if (isElsewhere) {
    var error = 'The API is at https://' + domain + '/api. Call it there.';
    return {
      statusCode: 403,
      statusDescription: 'Forbidden',
      headers: {
        'content-type': { value: 'application/json; charset=utf-8' },
        'cache-control': { value: 'no-store' },
      },
      body: { encoding: 'text', data: JSON.stringify({ error: error }) },
    };
  }
  request.uri = request.uri.replace(/^\\/api(?=\\/)/, '');
  request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip };
  return request;
}`;

type SiteProps = { namePrefix: string; logs: Bucket; domain: ConsoleDomain };

/** What the distribution serves besides files. */
type ServedResources = {
  api: SpecRestApi;
  /** The origin of the WebSocket API: `wss://` and its host. */
  socketOrigin: string;
  /** The secret by which the API recognises CloudFront. */
  originSecret: ISecret;
};

const siteBucket = (scope: Construct, logs: Bucket): Bucket =>
  new Bucket(scope, 'Bucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    serverAccessLogsBucket: logs,
    serverAccessLogsPrefix: 'site/',
    // Its content comes from the release, and site-publisher empties it before it is deleted.
    removalPolicy: RemovalPolicy.DESTROY,
  });

/**
 * The console on CloudFront: files from a private bucket, and the API on the same origin. The
 * bucket is created before the functions of the API, one of which reads from it.
 */
export class Site extends Construct {
  readonly bucket: Bucket;
  private readonly props: SiteProps;

  constructor(scope: Construct, id: string, props: SiteProps) {
    super(scope, id);
    this.props = props;
    this.bucket = siteBucket(this, props.logs);
  }

  /** Creates the distribution; returns the console's address and CloudFront's name. */
  serve({ socketOrigin, ...served }: ServedResources): { url: string; cloudFrontName: string } {
    const { namePrefix, logs, domain } = this.props;
    const policy = consolePolicy(this, socketOrigin);
    const headers = headersPolicy(this, this.idAndName('Headers', 'headers'), policy);
    const ofData = headersPolicy(this, this.idAndName('DataHeaders', 'data-headers'), inertPolicy);
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${namePrefix} console`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      enableLogging: true,
      logBucket: logs,
      logFilePrefix: 'cloudfront/',
      defaultBehavior: this.pages(headers),
      additionalBehaviors: { '/api/*': this.api(ofData, served) },
    });
    const { defaultChild } = distribution.node;
    if (!(defaultChild instanceof CfnDistribution)) throw new Error('The site has no resource.');
    domain.serveFrom(defaultChild);
    const cloudFrontName = distribution.distributionDomainName;
    return { url: `https://${domain.hostOr(cloudFrontName)}`, cloudFrontName };
  }

  /** CloudFront's names are unique per account across regions, so they contain the region. */
  private nameOf(suffix: string): string {
    return `${this.props.namePrefix}-${Stack.of(this).region}-${suffix}`;
  }

  private idAndName(id: string, suffix: string) {
    return { id, name: this.nameOf(suffix) };
  }

  private hostOf(api: SpecRestApi): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${api.restApiId}.execute-api.${region}.${urlSuffix}`;
  }

  private edgeFunction(id: string, codeFor: (domain: string) => string) {
    return new EdgeFunction(this, id, {
      functionName: this.nameOf(id.toLowerCase()),
      code: FunctionCode.fromInline(codeFor(this.props.domain.domain)),
      runtime: FunctionRuntime.JS_2_0,
    });
  }

  private behaviour(
    id: string,
    codeFor: (domain: string) => string,
    headers: ResponseHeadersPolicy,
  ) {
    return {
      responseHeadersPolicy: headers,
      functionAssociations: [
        { function: this.edgeFunction(id, codeFor), eventType: FunctionEventType.VIEWER_REQUEST },
      ],
    };
  }

  private pages(headers: ResponseHeadersPolicy): BehaviorOptions {
    const originAccessControl = new S3OriginAccessControl(this, 'Access', {
      originAccessControlName: this.nameOf('site'),
    });
    return {
      ...this.behaviour('Pages', pageRewrite, headers),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, { originAccessControl }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
    };
  }

  private api(
    headers: ResponseHeadersPolicy,
    { api, originSecret }: Omit<ServedResources, 'socketOrigin'>,
  ): BehaviorOptions {
    return {
      ...this.behaviour('Api', apiRewrite, headers),
      // No redirect: a program that sends its key over plain HTTP should notice.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      // Refers to the API, not its stage: the stage refers to this site in its variables.
      origin: new HttpOrigin(this.hostOf(api), {
        originPath: `/${stageName}`,
        customHeaders: {
          [originSecretHeader]: originSecret.secretValue.unsafeUnwrap(),
        },
      }),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
    };
  }
}
