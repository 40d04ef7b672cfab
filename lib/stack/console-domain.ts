import { CfnCondition, CfnRule, Fn, Token } from 'aws-cdk-lib';
import type { CfnDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

type ConsoleDomainProps = {
  /** The host name in lower case; empty if the console only has CloudFront's name. */
  domain: string;
  /** The ARN of its certificate, which CloudFront only accepts from us-east-1. */
  certificate: string;
};

const isEmpty = (value: string) => Fn.conditionEquals(value, '');
const isGiven = (value: string) => Fn.conditionNot(isEmpty(value));

/** The operator's host name of the console. With it, CloudFront requires TLS 1.2 or later. */
export class ConsoleDomain extends Construct {
  readonly domain: string;
  private readonly certificate: string;
  private readonly domainCondition: CfnCondition;

  constructor(scope: Construct, id: string, { domain, certificate }: ConsoleDomainProps) {
    super(scope, id);
    this.domain = domain;
    this.certificate = certificate;
    this.domainCondition = new CfnCondition(this, 'Given', { expression: isGiven(domain) });
    const both = Fn.conditionAnd(isGiven(domain), isGiven(certificate));
    const neither = Fn.conditionAnd(isEmpty(domain), isEmpty(certificate));
    new CfnRule(this, 'Together', {
      assertions: [
        {
          assert: Fn.conditionOr(both, neither),
          assertDescription: 'ConsoleDomain and ConsoleCertificate are given together.',
        },
      ],
    });
  }

  /** The host of the console: the operator's name if given, otherwise CloudFront's. */
  hostOr(ofCloudFront: string): string {
    return Token.asString(this.ifGiven(this.domain, ofCloudFront));
  }

  /** Serves the distribution under the operator's name with its certificate, if given. */
  serveFrom(distribution: CfnDistribution): void {
    const noValue = Fn.ref('AWS::NoValue');
    distribution.addPropertyOverride(
      'DistributionConfig.Aliases',
      this.ifGiven([this.domain], noValue),
    );
    distribution.addPropertyOverride(
      'DistributionConfig.ViewerCertificate',
      this.ifGiven(
        {
          AcmCertificateArn: this.certificate,
          SslSupportMethod: 'sni-only',
          MinimumProtocolVersion: 'TLSv1.2_2021',
        },
        noValue,
      ),
    );
  }

  private ifGiven(value: unknown, fallback: unknown) {
    return Fn.conditionIf(this.domainCondition.logicalId, value, fallback);
  }
}
