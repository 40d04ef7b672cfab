import { runInNewContext } from 'node:vm';
import { contentSecurityPolicy, inertPolicy } from '#lib/kernel/site-headers.ts';
import { agentPath, webhookPath } from '#lib/routes.ts';
import { gatewayResponses } from '#lib/stack/gateway-document.ts';
import { apiRewrite, pageRewrite } from '#lib/stack/site.ts';
import { resolveValue } from '../support/intrinsics.ts';
import { type Resource, synthesise } from '../support/template.ts';

const { ofType, template } = synthesise();

const propertiesOf = (type: string, prefix: string): Record<string, unknown> => {
  const found = ofType(type).find(([id]) => id.startsWith(prefix));
  if (!found) throw new Error(`No ${type} begins with ${prefix}.`);
  return found[1].Properties;
};

/** Values with references as `<name>`, so that texts with them are readable. */
const withReadableReferences = (value: unknown) =>
  resolveValue(value, (id, attribute) => {
    const name = id.replace(/[0-9A-F]{8}$/, '');
    return attribute === undefined ? `<${name}>` : `<${name}.${attribute}>`;
  });

describe('the webhook API', () => {
  const body = Object(propertiesOf('AWS::ApiGateway::RestApi', 'WebhookApi').Body);
  const stage = propertiesOf('AWS::ApiGateway::Stage', 'WebhookApi');

  it('accepts POST on the webhook and agent paths, without an authorizer', () => {
    expect(Object.keys(body.paths)).toEqual([`/${webhookPath}`, `/${agentPath}`]);
    expect(Object.keys(body.paths[`/${webhookPath}`])).toEqual(['post']);
    expect(JSON.stringify(body)).not.toContain('x-amazon-apigateway-authorizer');
  });

  it('passes on the bytes as they were sent', () => {
    expect(body['x-amazon-apigateway-binary-media-types']).toEqual(['*/*']);
  });

  it('logs no query, which may contain a secret', () => {
    const { Format } = Object(stage.AccessLogSetting);
    expect(Object.keys(JSON.parse(Format))).toContain('status');
    expect(Format).not.toMatch(/query|context\.path|requestOverride|error\.message/i);
    expect(stage.TracingEnabled).toBe(false);
    for (const setting of stage.MethodSettings as object[]) {
      expect(setting).toMatchObject({ DataTraceEnabled: false, LoggingLevel: 'OFF' });
    }
  });

  it('has its own rate limit', () => {
    expect(stage.MethodSettings).toEqual([
      expect.objectContaining({ ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 4_000 }),
    ]);
  });
});

describe('the console API', () => {
  const body = Object(propertiesOf('AWS::ApiGateway::RestApi', 'ConsoleApi').Body);
  const stage = propertiesOf('AWS::ApiGateway::Stage', 'ConsoleApi');

  it('compresses responses over 1 KB, since CloudFront does not compress them', () => {
    expect(propertiesOf('AWS::ApiGateway::RestApi', 'ConsoleApi').MinimumCompressionSize).toBe(
      1024,
    );
  });

  it('has no metrics for each method, like the webhook API, because they cost money', () => {
    const settings = ofType('AWS::ApiGateway::Stage').flatMap(([, { Properties }]) =>
      Object(Properties['MethodSettings']),
    );
    expect(settings.map(({ MetricsEnabled }) => MetricsEnabled)).toEqual([false, false]);
  });

  it('uses one authorizer, cached by the Authorization header and the addresses', () => {
    expect(withReadableReferences(body.components.securitySchemes.caller)).toMatchObject({
      'x-amazon-apigateway-authtype': 'custom',
      'x-amazon-apigateway-authorizer': {
        type: 'request',
        identitySource:
          'method.request.header.Authorization, method.request.header.x-viewer-address, ' +
          'context.identity.sourceIp',
        authorizerResultTtlInSeconds: 60,
      },
    });
  });

  it('logs no content', () => {
    expect(stage.MethodSettings).toEqual([
      expect.objectContaining({ DataTraceEnabled: false, LoggingLevel: 'ERROR' }),
    ]);
  });

  it("returns API Gateway's own refusals in the shape of the product", () => {
    expect(body['x-amazon-apigateway-gateway-responses']).toEqual(gatewayResponses);
    for (const { responseTemplates } of Object.values(gatewayResponses)) {
      const answer = JSON.parse(responseTemplates['application/json']);
      expect(answer).toEqual({ error: expect.stringMatching(/\.$/) });
    }
  });

  it("returns the product's security headers with them, and requires HTTPS", () => {
    const expected = {
      'gatewayresponse.header.cache-control': "'no-store'",
      'gatewayresponse.header.x-content-type-options': "'nosniff'",
      'gatewayresponse.header.referrer-policy': "'no-referrer'",
      'gatewayresponse.header.content-security-policy':
        "'sandbox; default-src; object-src; base-uri; form-action; frame-ancestors'",
      'gatewayresponse.header.strict-transport-security': "'max-age=63072000; includeSubDomains'",
    };
    for (const { responseParameters } of Object.values(gatewayResponses)) {
      expect(responseParameters).toMatchObject(expected);
    }
  });

  it('returns a retry time when it throttles', () => {
    const throttling = Object.values<Record<string, unknown>>(gatewayResponses).filter(
      ({ statusCode }) => statusCode === 429,
    );
    expect(throttling.length).toBeGreaterThan(2);
    for (const { responseParameters } of throttling) {
      expect(responseParameters).toMatchObject({
        'gatewayresponse.header.Retry-After': expect.stringMatching(/^'[1-9]\d*'$/),
      });
    }
  });
});

describe('the CloudFront distribution of the console', () => {
  const distribution = Object(
    propertiesOf('AWS::CloudFront::Distribution', 'Site').DistributionConfig,
  );
  const policy = Object(propertiesOf('AWS::CloudFront::ResponseHeadersPolicy', 'Site'));

  it("sends the console's security headers with every file", () => {
    const { SecurityHeadersConfig } = policy.ResponseHeadersPolicyConfig;
    const expected = contentSecurityPolicy([
      '<RealtimeApi.ApiEndpoint>',
      'https://cognito-idp.<AWS::Region>.<AWS::URLSuffix>',
    ]);
    expect(withReadableReferences(SecurityHeadersConfig)).toMatchObject({
      ContentSecurityPolicy: { ContentSecurityPolicy: expected },
      ContentTypeOptions: { Override: true },
      FrameOptions: { FrameOption: 'DENY' },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true },
    });
    expect(withReadableReferences(distribution.DefaultCacheBehavior.ResponseHeadersPolicyId)).toBe(
      '<SiteHeaders>',
    );
  });

  it('sends a policy with API responses that lets nothing run', () => {
    const { ResponseHeadersPolicyConfig: ofData } = Object(
      propertiesOf('AWS::CloudFront::ResponseHeadersPolicy', 'SiteDataHeaders'),
    );
    expect(ofData.SecurityHeadersConfig).toEqual({
      ...policy.ResponseHeadersPolicyConfig.SecurityHeadersConfig,
      ContentSecurityPolicy: { ContentSecurityPolicy: inertPolicy, Override: true },
    });
    const ids = distribution.CacheBehaviors.map(({ ResponseHeadersPolicyId: id }: never) =>
      withReadableReferences(id),
    );
    expect(ids).toEqual(['<SiteDataHeaders>']);
  });

  it('redirects people to HTTPS, and refuses API calls without HTTPS', () => {
    expect(distribution.DefaultCacheBehavior.ViewerProtocolPolicy).toBe('redirect-to-https');
    const pathPolicies = distribution.CacheBehaviors.map(
      ({ PathPattern, ViewerProtocolPolicy }: Record<string, string>) => [
        PathPattern,
        ViewerProtocolPolicy,
      ],
    );
    expect(pathPolicies).toEqual([['/api/*', 'https-only']]);
    const origins = distribution.Origins.flatMap(
      ({ CustomOriginConfig }: { CustomOriginConfig?: object }) => CustomOriginConfig ?? [],
    );
    expect(origins).toEqual([
      { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
    ]);
  });

  it('does not cache API responses, and passes on every method of the API', () => {
    const [{ CachePolicyId, AllowedMethods }] = distribution.CacheBehaviors;
    // The managed policy CachingDisabled.
    expect(CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    const writing = ['DELETE', 'PATCH', 'POST', 'PUT'];
    expect(AllowedMethods.toSorted()).toEqual([...writing, 'GET', 'HEAD', 'OPTIONS'].toSorted());
    expect(distribution.DefaultCacheBehavior.AllowedMethods.toSorted()).toEqual(['GET', 'HEAD']);
  });

  it('compresses the files of the console', () => {
    // The managed policy CachingOptimized, which makes both encodings part of the cache's key.
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      Compress: true,
      CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6',
    });
  });

  it('reads a bucket that is not public', () => {
    expect(propertiesOf('AWS::S3::Bucket', 'SiteBucket').PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

  /** Runs code as CloudFront does: a script that defines a function `handler`. */
  const handle = (code: string, uri: string, headers = {}) => {
    const event = { request: { uri, headers }, viewer: { ip: '203.0.113.9' } };
    return Object(runInNewContext(`${code}; handler(event)`, { event }));
  };
  const rewrite = (code: string, uri: string): string => handle(code, uri).uri;
  const byName = (host: string) => ({ host: { value: host } });

  it.each([
    ['/', '/index.html'],
    ['/app', '/index.html'],
    ['/app/', '/index.html'],
    ['/apple.png', '/apple.png'],
    ['/assets/app', '/assets/app'],
    ['/config.json', '/config.json'],
  ])('serves %s from %s', (requestUri, served) => {
    expect(rewrite(pageRewrite(''), requestUri)).toBe(served);
  });

  it.each([
    ['/api/bots', '/bots'],
    ['/api/bots/api/x', '/bots/api/x'],
    ['/api/', '/'],
  ])('calls the API for %s at %s', (requestUri, called) => {
    expect(rewrite(apiRewrite(''), requestUri)).toBe(called);
  });

  it('sends the address of the caller to the API, whatever the caller claims', () => {
    const sent = { 'x-viewer-address': { value: '198.51.100.1' } };
    const { headers } = handle(apiRewrite(''), '/api/bots', sent);
    expect(headers['x-viewer-address'].value).toBe('203.0.113.9');
  });

  describe('with its own domain name', () => {
    const ownDomain = 'console.acme.example';
    const cloudFronts = byName('d1.cloudfront.net');

    it('serves pages and API calls under that name', () => {
      expect(handle(pageRewrite(ownDomain), '/app', byName(ownDomain)).uri).toBe('/index.html');
      expect(handle(apiRewrite(ownDomain), '/api/bots', byName(ownDomain)).uri).toBe('/bots');
    });

    it("redirects people from CloudFront's name", () => {
      expect(handle(pageRewrite(ownDomain), '/app', cloudFronts)).toMatchObject({
        statusCode: 302,
        headers: { location: { value: 'https://console.acme.example/app' } },
      });
    });

    it("refuses API calls under CloudFront's name, and names the right address", () => {
      const { statusCode, headers, body } = handle(apiRewrite(ownDomain), '/api/bots', cloudFronts);
      expect(statusCode).toBe(403);
      expect(headers['cache-control'].value).toBe('no-store');
      expect(JSON.parse(body.data)).toEqual({
        error: 'The API is at https://console.acme.example/api. Call it there.',
      });
    });

    it.each([
      ['a domain is given', 'true', [ownDomain]],
      ['no domain is given', 'false', '<AWS::NoValue>'],
    ])('has the right alias and TLS version when %s', (_, holds, aliases) => {
      const settings = Object(
        resolveValue(distribution, (id) => {
          if (id.startsWith('ConsoleDomainGiven')) return holds;
          return id === 'ConsoleDomain' ? ownDomain : `<${id}>`;
        }),
      );
      expect(settings.Aliases).toEqual(aliases);
      expect(settings.ViewerCertificate).toEqual(
        holds === 'true'
          ? {
              AcmCertificateArn: '<ConsoleCertificate>',
              SslSupportMethod: 'sni-only',
              MinimumProtocolVersion: 'TLSv1.2_2021',
            }
          : '<AWS::NoValue>',
      );
    });

    it.each([
      ['', '', true],
      [ownDomain, 'arn:aws:acm:us-east-1:1:certificate/a', true],
      [ownDomain, '', false],
      ['', 'arn:aws:acm:us-east-1:1:certificate/a', false],
    ])(
      'accepts the domain "%s" with the certificate "%s": %s',
      (domain, certificate, isAccepted) => {
        const values = { ConsoleDomain: domain, ConsoleCertificate: certificate };
        const [, rule] = Object.entries(template.Rules).find(([id]) =>
          id.startsWith('ConsoleDomain'),
        ) ?? ['', {}];
        const [{ Assert: assert }] = Object(rule).Assertions;
        expect(resolveValue(assert, (id) => values[id as keyof typeof values])).toBe(isAccepted);
      },
    );

    it.each([
      ['ConsoleDomain', 'console.acme.example', true],
      ['ConsoleDomain', 'https://console.acme.example', false],
      ['ConsoleDomain', "x'; var a = '.example", false],
      ['ConsoleDomain', 'Console.acme.example', false],
      ['ConsoleDomain', 'acme', false],
      ['ConsoleCertificate', 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b-2c', true],
      ['ConsoleCertificate', 'arn:aws:acm:eu-west-1:111122223333:certificate/0a1b-2c', false],
    ])('accepts for %s the value %s: %s', (parameter, value, isAccepted) => {
      const { AllowedPattern } = Object(template.Parameters[parameter]);
      expect(new RegExp(AllowedPattern).test(value)).toBe(isAccepted);
    });
  });
});

describe('both REST APIs', () => {
  it('require TLS 1.2 with forward secrecy', () => {
    const policies = ofType('AWS::ApiGateway::RestApi').map(
      ([, { Properties }]) => Properties.SecurityPolicy,
    );
    const policy = 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09';
    expect(policies).toEqual([policy, policy]);
  });
});

describe('the WebSocket API', () => {
  const routes = new Map(
    ofType('AWS::ApiGatewayV2::Route').map(([, route]) => [
      route.Properties.RouteKey,
      route.Properties,
    ]),
  );

  it('opens with a ticket, handles messages, and has no function for heartbeats', () => {
    expect([...routes.keys()].sort()).toEqual(['$connect', '$default', '$disconnect', 'send']);
    expect(propertiesOf('AWS::ApiGatewayV2::Api', 'Realtime').RouteSelectionExpression).toBe(
      '$request.body.action',
    );
    expect(routes.get('$connect')).toMatchObject({ AuthorizationType: 'CUSTOM' });
    expect(propertiesOf('AWS::ApiGatewayV2::Authorizer', 'Realtime')).toMatchObject({
      AuthorizerType: 'REQUEST',
      IdentitySource: ['route.request.querystring.ticket'],
    });
    const types = ofType('AWS::ApiGatewayV2::Integration').map(([, one]) => one.Properties);
    expect(types.filter(({ IntegrationType }) => IntegrationType === 'MOCK')).toHaveLength(1);
  });

  it('logs no query, which contains the ticket', () => {
    const { Format } = Object(
      propertiesOf('AWS::ApiGatewayV2::Stage', 'Realtime').AccessLogSettings,
    );
    expect(Object.keys(JSON.parse(Format))).toContain('connectionId');
    expect(Format).not.toMatch(/query|\.path/i);
  });
});

describe('the firewall of the SaaS edition', () => {
  const associated = (edition: 'saas' | 'workspace'): Resource[] =>
    synthesise(edition)
      .ofType('AWS::WAFv2::WebACLAssociation')
      .map(([, association]) => association);

  it('protects both REST APIs, unlike the workspace edition without a firewall', () => {
    expect(associated('workspace')).toEqual([]);
    expect(associated('saas')).toHaveLength(2);
  });

  it('keeps no samples of requests, whose headers contain tokens and secrets', () => {
    const { VisibilityConfig, Rules } = Object(propertiesOf('AWS::WAFv2::WebACL', 'Firewall'));
    const rules = Rules.map((rule: { VisibilityConfig: object }) => rule.VisibilityConfig);
    expect(rules.length).toBeGreaterThan(2);
    for (const visible of [VisibilityConfig, ...rules]) {
      expect(visible).toMatchObject({
        SampledRequestsEnabled: false,
        CloudWatchMetricsEnabled: true,
      });
    }
  });

  it("counts calls by the viewer's address if CloudFront's secret proves it", () => {
    const { Rules } = Object(propertiesOf('AWS::WAFv2::WebACL', 'Firewall'));
    const { Origins } = Object(
      propertiesOf('AWS::CloudFront::Distribution', 'Site').DistributionConfig,
    );
    const [{ HeaderValue: secret }] = Origins.flatMap(
      ({ OriginCustomHeaders = [] }: { OriginCustomHeaders?: object[] }) => OriginCustomHeaders,
    );
    const secretMatch = {
      ByteMatchStatement: {
        FieldToMatch: { SingleHeader: { Name: 'x-origin-secret' } },
        PositionalConstraint: 'EXACTLY',
        SearchString: secret,
      },
    };
    const direct = {
      AggregateKeyType: 'IP',
      ScopeDownStatement: { NotStatement: { Statement: secretMatch } },
    };
    const viewers = {
      AggregateKeyType: 'FORWARDED_IP',
      ForwardedIPConfig: { HeaderName: 'x-viewer-address' },
      ScopeDownStatement: secretMatch,
    };
    expect(Rules.slice(1)).toMatchObject([
      { Statement: { RateBasedStatement: direct } },
      { Statement: { RateBasedStatement: viewers } },
    ]);
  });
});
